import { createTimers } from './timers';

/** Frames of two paths may cross by a little: a gap is looked at again before it is one. */
const GRACE_MS = 250;
const REPEAT_MS = 5000;

/**
 * Asks for what is missing, again and again until nothing is. The function it gives is to be
 * called with each change.
 */
export function createGapWatch(ask: () => boolean): (hasGap: boolean) => void {
  const timers = createTimers();
  const plan = (delayMs: number) =>
    timers.set('gap', delayMs, () => {
      if (ask()) plan(REPEAT_MS);
    });
  return (hasGap) => {
    if (!hasGap) timers.clear();
    else if (!timers.has('gap')) plan(GRACE_MS);
  };
}
