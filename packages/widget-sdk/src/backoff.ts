import type { Verdict } from './verdict';

/** A source of randomness in [0, 1), as `Math.random`. */
export type Random = () => number;

const BASE_MS = 1000;
const CAP_MS = 20_000;

/**
 * The delay after so many failures: full jitter, `random(0, min(20 s, 1 s · 2^n))`.
 * The whole range is drawn from, so that clients cut off together do not come back together.
 */
export function fullJitterMs(failures: number, random: Random = Math.random): number {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** failures);
}

/** What is known when a socket is lost, or an attempt at one. */
export interface Loss {
  verdict: Verdict;
  /** How many there were before this one, since the relay last kept us. */
  failures: number;
  /** Over what time the relay said that its clients are to spread; 0 when it didn't. */
  drainWindowMs: number;
}

/** How long to wait before the next attempt. */
export function reconnectDelayMs(
  { verdict, failures, drainWindowMs }: Loss,
  random: Random = Math.random,
): number {
  const { kind } = verdict;
  if (kind === 'wait') return verdict.ms;
  const windowMs = kind === 'spread' ? verdict.ms : drainWindowMs;
  // On top for a relay that asks again and again, so that a hint of 0 can't become a hot loop.
  if (windowMs > 0) return random() * windowMs + (failures && fullJitterMs(failures, random));
  // Not for the network's sake: the next attempt goes by another token or session.
  if (failures === 0 && (kind === 'token' || kind === 'session')) return 0;
  // The loss itself counts: 10,000 clients of a relay that crashed are spread over 2 s, not 1.
  return fullJitterMs(failures + 1, random);
}
