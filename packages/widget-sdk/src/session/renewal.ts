import { createTimers } from '../connection/timers';

/** A token is renewed after 80 to 90 % of its remaining time, at random, so that tabs and visitors are spread. */
const EARLIEST = 0.8;
const SPREAD = 0.1;
const RETRY_MS = 30_000;

export interface Renewal {
  /** Plans the renewal of a token that is valid for `lifeMs`. */
  schedule(lifeMs: number): void;
  cancel(): void;
}

/**
 * Replaces the token of an open socket before it expires. A page that sleeps at that time loses the socket; its next
 * socket gets a new token.
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
