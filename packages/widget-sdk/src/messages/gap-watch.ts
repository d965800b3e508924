import { createTimers } from '../connection/timers';

/** Frames of two paths may cross by a little: a gap is looked at again before it is one. */
const GRACE_MS = 250;
const REPEAT_MS = 5000;

/** To be called with each change; with `delayMs` when the relay says how soon to ask again. */
type WatchGap = (delayMs?: number) => void;

/** Asks for what is missing, again and again until nothing is. */
export function createGapWatch(hasGap: () => boolean, ask: () => boolean): WatchGap {
  const timers = createTimers();
  const plan = (delayMs: number) =>
    timers.set('gap', delayMs, () => {
      if (ask()) plan(REPEAT_MS);
    });
  return (delayMs) => {
    if (!hasGap()) timers.clear();
    else if (delayMs || !timers.has('gap')) plan(delayMs || GRACE_MS);
  };
}
