import { iso, isoOrNull } from '../../platform/clock';
import type { AttemptRecord } from '../delivery/attempt-log';
import type { CallbackHealth } from '../health/callback-health';
import type { CallbackRow } from './log';
import type {
  Callback,
  CallbackDetail,
  CallbackHealth as HealthView,
  ListedCallback,
} from './wire';

export function callbackView(row: CallbackRow): Callback {
  const isWaiting = row.state === 'pending' || row.state === 'aside';
  return {
    event_id: row.event_id,
    tenant_id: row.tenant_id,
    conversation_id: row.conversation_id,
    event: row.event,
    // A forced copy is shown with the sequence of its original.
    sequence: row.sequence > 0 ? row.sequence : Number(bodyOf(row)['sequence']),
    state: row.state,
    attempt_count: row.attempts,
    outcome: row.outcome,
    replay_of: row.replay_of,
    created_at: iso(row.created_at),
    next_attempt_at: isWaiting ? isoOrNull(row.due_at) : null,
    settled_at: isWaiting ? null : isoOrNull(row.settled_at),
  };
}

/** Shows the body as text, because a reader who signs it again needs its exact bytes. */
export function callbackWithBodyView(row: CallbackRow): ListedCallback {
  return { ...callbackView(row), body_text: row.body.toString() };
}

export function callbackDetailView(
  row: CallbackRow,
  attempts: readonly AttemptRecord[],
): CallbackDetail {
  return {
    ...callbackView(row),
    body: bodyOf(row),
    attempts: attempts.map((attempt) => ({
      attempted_at: iso(attempt.timestampMs),
      status: attempt.status,
      outcome: attempt.outcome,
      duration_ms: attempt.durationMs,
      answer: attempt.answer,
      clock_skew_ms: attempt.clockSkewMs,
    })),
  };
}

export function callbackHealthView(health: CallbackHealth): HealthView {
  const { lastFailure } = health;
  return {
    pending: health.pending,
    dead: health.dead,
    oldest_pending_at: isoOrNull(health.oldestPendingAt),
    paused_until: isoOrNull(health.pausedUntil),
    probing_since: isoOrNull(health.probingSince),
    last_delivered_at: isoOrNull(health.lastDeliveredAt),
    last_failure: lastFailure && { ...lastFailure, at: iso(lastFailure.at) },
    stopped_events: health.stoppedEvents,
  };
}

function bodyOf({ body }: CallbackRow): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>; // our own bytes
}
