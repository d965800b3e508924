import { createTimers } from '../connection/timers';

/** 80 to 90 % of what is left, so that tabs and visitors do not refresh in step. */
const EARLIEST = 0.8;
const SPREAD = 0.1;
const RETRY_MS = 30_000;

export interface Renewal {
  /** The socket's token lives for so long. */
  schedule(lifeMs: number): void;
  cancel(): void;
}

/**
 * Replaces the token of an open socket in good time. A page that sleeps through it loses the
 * socket, and gets its next one by a new token.
 */
export function createRenewal(renew: () => Promise<void>): Renewal {
  const timers = createTimers();
  const plan = (delayMs: number) =>
    timers.set('renew', delayMs, () => {
      // Planned before it is tried: a failure has its next attempt, a success plans anew.
      plan(RETRY_MS * (1 + Math.random()));
      renew().catch(() => undefined);
    });

  return {
    schedule: (lifeMs) => plan(Math.max(RETRY_MS, lifeMs * (EARLIEST + SPREAD * Math.random()))),
    cancel: timers.clear,
  };
}
