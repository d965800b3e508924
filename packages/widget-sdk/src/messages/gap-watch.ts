import { createTimers } from '../connection/timers';

/** Two frames may arrive in the wrong order, so a gap must last this long before anything is requested. */
const GRACE_MS = 250;
const REPEAT_MS = 5000;

/** Call it after each change of the timeline; with `delayMs` if the relay says how soon to ask again. */
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
