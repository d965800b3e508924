import { outcomeOf, type AttemptRecord } from './attempt-log';
import { nextDelayMs, retryAfterMs } from './retry-schedule';
import type { Attempt } from './sender';

/** What becomes of a lane's event. `outcome` is a short code for the log. */
export type Verdict =
  | { kind: 'delivered'; outcome: string; timestampMs: number; signs?: AttemptSigns }
  | {
      kind: 'retry';
      outcome: string;
      timestampMs: number;
      dueAt: number;
      signs?: AttemptSigns;
    }
  /** Given up: the lane goes on with the next event. No timestamp: without an attempt. */
  | { kind: 'dead'; outcome: string; timestampMs: number | null; signs?: AttemptSigns }
  /** Not attempted, and no attempt is counted. */
  | { kind: 'postponed'; dueAt: number }
  /** It has blocked its conversation for long: aside with it, if other conversations get through. */
  | { kind: 'overdue'; dueAt: number };

/** What the attempt tells beyond the event's own fate. */
export interface AttemptSigns {
  records: AttemptRecord[];
  isUnreachable: boolean;
  /** The receiver asked the tenant's callbacks to wait until then. */
  pauseUntil: number | null;
  /** The address that wants no more events of this type. */
  gone: string | null;
}

export interface AttemptFacts {
  timestampMs: number;
  /** How many had failed before this one. */
  failedBefore: number;
  /** When it was over. */
  nowMs: number;
  random?: () => number;
}

const UNREACHABLE = new Set(['connect', 'dns', 'tls', 'forbidden_address']);

/** Any 2xx is delivered, 410 is final; anything else is tried again until the schedule ends. */
export function verdictOf(attempt: Attempt, facts: AttemptFacts): Verdict {
  const { timestampMs, failedBefore, nowMs, random } = facts;
  const outcome = outcomeOf(attempt);
  if (isSuccess(attempt)) return { kind: 'delivered', outcome, timestampMs };
  if (isGone(attempt)) return { kind: 'dead', outcome, timestampMs };

  const delayMs = nextDelayMs(failedBefore + 1, random);
  if (delayMs === null) return { kind: 'dead', outcome, timestampMs };
  const dueAt = Math.max(nowMs + delayMs, pauseUntil(attempt, nowMs) ?? 0);
  return { kind: 'retry', outcome, timestampMs, dueAt };
}

/** @param address where it was sent */
export function signsOf(
  attempt: Attempt,
  { nowMs, address, records }: { nowMs: number; address: string; records: AttemptRecord[] },
): AttemptSigns {
  return {
    records,
    isUnreachable: attempt.outcome === 'failed' && UNREACHABLE.has(attempt.reason),
    pauseUntil: pauseUntil(attempt, nowMs),
    gone: isGone(attempt) ? address : null,
  };
}

function isSuccess(attempt: Attempt): boolean {
  return attempt.outcome === 'answered' && attempt.status >= 200 && attempt.status < 300;
}

function isGone(attempt: Attempt): boolean {
  return attempt.outcome === 'answered' && attempt.status === 410;
}

function pauseUntil(attempt: Attempt, nowMs: number): number | null {
  if (attempt.outcome !== 'answered' || ![429, 503].includes(attempt.status)) return null;
  const pauseMs = retryAfterMs(attempt.headers['retry-after'], nowMs);
  return pauseMs === null ? null : nowMs + pauseMs;
}
