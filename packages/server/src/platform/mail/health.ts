import { MINUTE, SECOND, within } from '../clock';

/** Whether the mail server takes us: `unknown` until it has been asked for the first time. */
export type MailHealth = 'ok' | 'away' | 'unknown';

export interface MailHealthOptions {
  /** Connects and signs in. Rejects when that fails. */
  verify(): Promise<unknown>;
  /** How long an answer counts; a minute by default. */
  freshMs?: number;
  /** How long the mail server may take before it counts as away; some are slow on purpose. */
  deadlineMs?: number;
  /** How long whoever asks waits at most. */
  patienceMs?: number;
}

/**
 * Asks the mail server when somebody wants to know, once a minute at most however many do. Who asks
 * gets what was known last if the mail server is slow: a probe of the relay must not be.
 */
export function watchMailHealth(options: MailHealthOptions): () => Promise<MailHealth> {
  const { verify, freshMs = MINUTE, deadlineMs = 8 * SECOND, patienceMs = 500 } = options;
  let known: MailHealth = 'unknown';
  let freshUntil = -Infinity;
  let asking: Promise<void> | null = null;

  const ask = async (): Promise<void> => {
    known = (await within(deadlineMs, verify())) ? 'ok' : 'away';
    freshUntil = performance.now() + freshMs;
    asking = null;
  };
  return async () => {
    if (performance.now() < freshUntil) return known;
    asking ??= ask();
    await within(patienceMs, asking);
    return known;
  };
}
