import { HOUR, MINUTE, SECOND } from '../../platform/clock';

/** Thirteen attempts in about three days. The first three waits outlast a receiver's restart. */
const DELAYS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  ...[1, 2, 4, 8, 12, 20, 24].map((hours) => hours * HOUR),
];
const JITTER = 0.2;
const MAX_PAUSE_MS = HOUR;

/**
 * Computes the wait after this many failed attempts (1 or more), ± 20 % so that events do not return all at once
 * after an outage. Null: no more retries, a dead letter.
 */
export function nextDelayMs(failedAttempts: number, random = Math.random): number | null {
  const delay = DELAYS_MS[failedAttempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 - JITTER + 2 * JITTER * random()));
}

/** Reads the wait that a `Retry-After` asks for, in seconds or as an HTTP date; an hour at most. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * SECOND, MAX_PAUSE_MS);
  if (!HTTP_DATE.test(value)) return null;

  const until = Date.parse(value);
  return Number.isNaN(until) ? null : Math.min(Math.max(until - nowMs, 0), MAX_PAUSE_MS);
}

/** The form of HTTP dates that is in use: RFC 9110, section 5.6.7. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
