import { createTimers } from '../connection/timers';

/** Frames of two paths may arrive in a different order: a gap is checked again before it counts. */
const GRACE_MS = 250;
const REPEAT_MS = 5000;

/** Call it with each change; with `delayMs` if the relay says how soon to ask again. */
type WatchGap = (delayMs?: number) => void;

/** Asks for missing messages until none are missing. */
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
