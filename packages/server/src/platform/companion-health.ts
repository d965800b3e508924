import { MINUTE, SECOND, within } from './clock';

/** Whether a service that the relay can run without works: `unknown` until it was asked. */
export type AskedHealth = 'ok' | 'away' | 'unknown';

export interface AskedHealthOptions {
  /** Asks it, such as by signing in. Rejects when that fails. */
  verify(): Promise<unknown>;
  /** How long a result is valid; a minute by default. */
  freshMs?: number;
  /** A service that takes longer counts as down. Generous, because some mail servers are slow on purpose. */
  deadlineMs?: number;
  /** A caller that waits longer gets the last known state. */
  patienceMs?: number;
}

/**
 * Asks a service on demand, at most once a minute for all callers. If it is slow, callers get the last
 * known state: a probe of the relay must be quick.
 */
export function watchHealth(options: AskedHealthOptions): () => Promise<AskedHealth> {
  const { verify, freshMs = MINUTE, deadlineMs = 8 * SECOND, patienceMs = 500 } = options;
  let known: AskedHealth = 'unknown';
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
