import { nextDelayMs } from './retry-schedule';
import type { Attempt } from './sender';

/** What becomes of a lane's first event. `outcome` is a short code for the log. */
export type Verdict =
  | { kind: 'delivered'; outcome: string; timestampMs: number }
  | { kind: 'retry'; outcome: string; timestampMs: number; dueAt: number }
  /** Given up: the lane goes on with the next event. No timestamp: without an attempt. */
  | { kind: 'dead'; outcome: string; timestampMs: number | null }
  /** Not attempted, and no attempt is counted. */
  | { kind: 'postponed'; dueAt: number };

export interface AttemptFacts {
  timestampMs: number;
  /** How many had failed before this one. */
  failedBefore: number;
  /** When it was over. */
  nowMs: number;
  random?: () => number;
}

/** Any 2xx is delivered; anything else is tried again until the schedule ends. */
export function verdictOf(attempt: Attempt, facts: AttemptFacts): Verdict {
  const { timestampMs, failedBefore, nowMs, random } = facts;
  const outcome = attempt.outcome === 'answered' ? `status_${attempt.status}` : attempt.reason;
  if (isSuccess(attempt)) return { kind: 'delivered', outcome, timestampMs };

  const delayMs = nextDelayMs(failedBefore + 1, random);
  if (delayMs === null) return { kind: 'dead', outcome, timestampMs };
  return { kind: 'retry', outcome, timestampMs, dueAt: nowMs + delayMs };
}

function isSuccess(attempt: Attempt): boolean {
  return attempt.outcome === 'answered' && attempt.status >= 200 && attempt.status < 300;
}
