import { createTimers } from './timers';
import type { Random } from './backoff';

/** 80 to 90 % of what is left, so that tabs and visitors do not refresh in step. */
const EARLIEST = 0.8;
const SPREAD = 0.1;
const RETRY_MS = 30_000;

export interface Renewal {
  /** The socket's token lives for so long. */
  schedule(lifeMs: number): void;
  /** The page was away, and timers with it: renews now if it is time. */
  check(): void;
  cancel(): void;
}

/** Replaces the token of an open socket in good time. */
export function createRenewal(renew: () => Promise<void>, random: Random = Math.random): Renewal {
  const timers = createTimers();
  let dueAt = Infinity;

  function plan(delayMs: number) {
    dueAt = Date.now() + delayMs;
    timers.set('renew', delayMs, run);
  }

  function run() {
    // Planned before it is tried: a failure has its next attempt, a success plans anew.
    plan(RETRY_MS * (1 + random()));
    renew().catch(() => undefined);
  }

  return {
    schedule: (lifeMs) => plan(Math.max(RETRY_MS, lifeMs * (EARLIEST + SPREAD * random()))),
    check() {
      if (Date.now() >= dueAt) run();
    },
    cancel() {
      dueAt = Infinity;
      timers.clear();
    },
  };
}
