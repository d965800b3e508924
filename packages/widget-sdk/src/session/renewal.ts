import { createTimers } from '../connection/timers';

/** 80 to 90 % of the remaining time, so that tabs and visitors do not refresh in step. */
const EARLIEST = 0.8;
const SPREAD = 0.1;
const RETRY_MS = 30_000;

export interface Renewal {
  /** The lifetime of the socket's token. */
  schedule(lifeMs: number): void;
  cancel(): void;
}

/**
 * Replaces the token of an open socket in time. A page that sleeps through it loses the socket, and gets the
 * next one with a new token.
 */
export function createRenewal(renew: () => Promise<void>): Renewal {
  const timers = createTimers();
  const plan = (delayMs: number) =>
    timers.set('renew', delayMs, () => {
      // Scheduled before the attempt: after a failure this is the next one, a success schedules again.
      plan(RETRY_MS * (1 + Math.random()));
      renew().catch(() => undefined);
    });

  return {
    schedule: (lifeMs) => plan(Math.max(RETRY_MS, lifeMs * (EARLIEST + SPREAD * Math.random()))),
    cancel: timers.clear,
  };
}
