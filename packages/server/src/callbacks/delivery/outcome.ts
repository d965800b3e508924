import { outcomeCode, type AttemptRecord } from './attempt-log';
import { nextDelayMs, retryAfterMs } from './retry-schedule';
import type { Attempt } from './sender';

/** The result of an attempt to send a lane's event. `code` is a short name for the log. */
export type Outcome =
  | { kind: 'delivered'; code: string; timestampMs: number; health?: AttemptHealth }
  | {
      kind: 'retry';
      code: string;
      timestampMs: number;
      dueAt: number;
      health?: AttemptHealth;
    }
  /** Ends the retries: the lane continues with the next event. The timestamp is null without an attempt. */
  | { kind: 'dead'; code: string; timestampMs: number | null; health?: AttemptHealth }
  /** No attempt was made, and none is counted. */
  | { kind: 'postponed'; dueAt: number }
  /** The event has delayed its conversation for long: it may be deferred. */
  | { kind: 'overdue'; dueAt: number };

/** Facts about the address that an attempt shows. */
export interface AttemptHealth {
  records: AttemptRecord[];
  isUnreachable: boolean;
  /** The end of a pause that the receiver asked for. */
  pauseUntil: number | null;
  /** The address that responded with 410 for this type of event. */
  gone: string | null;
}

export interface AttemptFacts {
  timestampMs: number;
  failedBefore: number;
  /** The end of the attempt. */
  nowMs: number;
  random?: () => number;
}

const UNREACHABLE = new Set([
  'connect',
  'dns',
  'tls',
  'forbidden_address',
  'proxy_down',
  'proxy_refused',
]);

/** Decides the outcome: any 2xx is delivered, 410 is final, and anything else is retried until the schedule ends. */
export function outcomeOf(attempt: Attempt, facts: AttemptFacts): Outcome {
  const { timestampMs, failedBefore, nowMs, random } = facts;
  const code = outcomeCode(attempt);
  if (isSuccess(attempt)) return { kind: 'delivered', code, timestampMs };
  if (isGone(attempt)) return { kind: 'dead', code, timestampMs };

  const delayMs = nextDelayMs(failedBefore + 1, random);
  if (delayMs === null) return { kind: 'dead', code, timestampMs };
  const dueAt = Math.max(nowMs + delayMs, pauseUntil(attempt, nowMs) ?? 0);
  return { kind: 'retry', code, timestampMs, dueAt };
}

/** @param address the address of the attempt */
export function healthOf(
  attempt: Attempt,
  { nowMs, address, records }: { nowMs: number; address: string; records: AttemptRecord[] },
): AttemptHealth {
  return {
    records,
    isUnreachable: attempt.kind === 'failed' && UNREACHABLE.has(attempt.reason),
    pauseUntil: pauseUntil(attempt, nowMs),
    gone: isGone(attempt) ? address : null,
  };
}

function isSuccess(attempt: Attempt): boolean {
  return attempt.kind === 'responded' && attempt.status >= 200 && attempt.status < 300;
}

function isGone(attempt: Attempt): boolean {
  return attempt.kind === 'responded' && attempt.status === 410;
}

function pauseUntil(attempt: Attempt, nowMs: number): number | null {
  if (attempt.kind !== 'responded' || ![429, 503].includes(attempt.status)) return null;
  const pauseMs = retryAfterMs(attempt.headers['retry-after'], nowMs);
  return pauseMs === null ? null : nowMs + pauseMs;
}
