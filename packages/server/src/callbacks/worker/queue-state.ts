import { MINUTE, SECOND } from '../../platform/clock';
import { keyIn, type Sql } from '../../platform/storage/sql';
import { listColumns, pickColumns, type RowOf } from '../../platform/storage/table';
import type { LeasedEvent } from '../delivery/delivery';
import type { Outcome } from '../delivery/outcome';
import { CALLBACK_EVENTS } from '../events/model';
import type { LaneKey, QueuedEvent } from '../events/queued-event';

/** A conversation's queue, leased by one worker, which alone may send its next event. */
export interface Lane extends LeasedEvent {
  workspaceId: string;
  conversationId: string;
  /** The sequence of the first event in the order. */
  head: number;
  /** True if the event is a deferred one, and not the head. */
  isDeferred: boolean;
  /** True if the tenant's last attempt failed, as far as this node knows. */
  isFailing: boolean;
  /** The claim that leased the lane: distinguishes this lease from any other. */
  leaseToken: string;
  /** The time at which this worker leased the lane; renewing the lease does not change it. */
  heldSince: number;
}

/** Longer than the slowest attempt with the handling of its response, so that a lease doesn't end during one. */
export const LEASE_MS = 30 * SECOND;

/** Names the event that a lane sends next: its head, or its first deferred event. */
export interface NextEvent extends LaneKey {
  head: number;
  isDeferred: boolean;
}

export const LANE_KEY = ['tenant_id', 'conversation_id'] as const;
export const EVENT_KEY = ['tenant_id', 'conversation_id', 'sequence'] as const;

export function keyOf({ tenantId, conversationId }: LaneKey): string {
  return `${tenantId}:${conversationId}`;
}

export interface LaneState {
  head: number;
  tail: number;
  dueAt: number;
  headDueAt: number;
  /** The time at which the first deferred event is due; null if there is none. */
  deferredDueAt: number | null;
  leaseToken: string | null;
}

/** The outcome to write, after deciding whether an overdue event is deferred. */
export type SettledOutcome =
  | Exclude<Outcome, { kind: 'overdue' }>
  /** The event leaves the order and is tried at its own time; the conversation continues. */
  | { kind: 'deferred'; dueAt: number };

/** In ms. An event that keeps failing delays its conversation for this long at most; then it is deferred. */
const MAX_BLOCK_MS = 15 * MINUTE;
const RECHECK_MS = MINUTE;
/** A lease that ends later is not renewed for the next event, which needs 17 s of it at most. */
const RENEWED_BELOW_MS = LEASE_MS - 5 * SECOND;

/** The time to check whether a failing event should be deferred: the time of its next attempt, or earlier. */
export function checkAt(failingSince: number, dueAt: number, now: number): number {
  const overdueAt = failingSince + MAX_BLOCK_MS;
  return Math.min(dueAt, overdueAt > now ? overdueAt : now + RECHECK_MS);
}

export function isOverdue(event: QueuedEvent, now: number): boolean {
  return event.failingSince !== null && event.failingSince + MAX_BLOCK_MS <= now;
}

/** True of an attempt before its time, which shows whether the address works again; its failure doesn't count. */
export function isEarly({ probeOf, event }: Lane, now: number): boolean {
  return (
    probeOf !== null && event?.dueAt !== null && event?.dueAt !== undefined && event.dueAt > now
  );
}

export interface Keeping {
  now: number;
  /** The worker wants to continue with the lane's next event. */
  isKept: boolean;
  /** The time at which the first deferred event is due, after this outcome. */
  deferredDueAt: number | null;
}

/** Computes the row after an outcome; null if no event waits any more. */
export function nextState(
  lane: Lane,
  outcome: SettledOutcome,
  { tail, dueAt: leaseUntil, headDueAt: headWasDueAt }: LaneState,
  { now, isKept, deferredDueAt }: Keeping,
): LaneState | null {
  if (lane.isDeferred) {
    // The whole lane is postponed; the event's own due time does not change.
    const nextDueAt = outcome.kind === 'postponed' ? outcome.dueAt : deferredDueAt;
    return released({ head: lane.head, tail, headDueAt: headWasDueAt, deferredDueAt: nextDueAt });
  }
  if (outcome.kind === 'postponed') {
    return released({ head: lane.head, tail, headDueAt: outcome.dueAt, deferredDueAt });
  }
  if (outcome.kind === 'retry') {
    const failingSince = lane.event?.failingSince ?? now;
    const headDueAt = isEarly(lane, now)
      ? (lane.probeOf?.dueAt ?? now)
      : checkAt(failingSince, outcome.dueAt, now);
    return released({ head: lane.head, tail, headDueAt, deferredDueAt });
  }
  const head = lane.head + 1;
  const hasNext = head <= tail;
  if (isKept && hasNext && (deferredDueAt === null || deferredDueAt > now)) {
    const dueAt = leaseUntil - now < RENEWED_BELOW_MS ? now + LEASE_MS : leaseUntil;
    return { head, tail, headDueAt: now, deferredDueAt, dueAt, leaseToken: lane.leaseToken };
  }
  return released({ head, tail, headDueAt: now, deferredDueAt });
}

function released(state: Omit<LaneState, 'dueAt' | 'leaseToken'>): LaneState | null {
  const { head, tail, headDueAt, deferredDueAt } = state;
  if (head > tail && deferredDueAt === null) return null;
  const dueAt =
    head > tail ? (deferredDueAt ?? headDueAt) : Math.min(headDueAt, deferredDueAt ?? headDueAt);
  return { ...state, dueAt, leaseToken: null };
}

const READ_COLUMNS = pickColumns(
  CALLBACK_EVENTS,
  ...EVENT_KEY,
  'event_id',
  'event',
  'body',
  'body_sha256',
  'attempts',
  'last_timestamp',
  'due_at',
  'failing_since',
  'settled_at',
);

export type EventRow = RowOf<typeof READ_COLUMNS> & { blocked_address: string | null };

/** Selects what a worker needs from `callback_events event`. */
export const EVENT_COLUMNS = `${listColumns(READ_COLUMNS, 'event')},
  (SELECT block.address FROM callback_blocks block WHERE block.tenant_id = event.tenant_id
     AND block.event = event.event) AS blocked_address`;

/** Loads the event that each lane sends next, by `keyOf`, in one statement; deferred events need more. */
export async function loadEvents(
  sql: Sql,
  lanes: readonly NextEvent[],
): Promise<Map<string, QueuedEvent>> {
  const events = await loadHeads(
    sql,
    lanes.filter(({ isDeferred }) => !isDeferred),
  );
  for (const lane of lanes) {
    const event = lane.isDeferred ? await loadFirstDeferred(sql, lane) : null;
    if (event) events.set(keyOf(lane), event);
  }
  return events;
}

async function loadHeads(sql: Sql, lanes: readonly NextEvent[]): Promise<Map<string, QueuedEvent>> {
  if (lanes.length === 0) return new Map();
  const keys = lanes.map((lane) => [lane.tenantId, lane.conversationId, lane.head]);
  const rows = await sql.rows<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM callback_events event WHERE ` +
      keyIn(sql.dialect, ['event.tenant_id', 'event.conversation_id', 'event.sequence'], keys),
    keys.flat(),
  );
  const events = rows.map(toQueuedEvent);
  return new Map(events.map((event) => [keyOf(event), event]));
}

async function loadFirstDeferred(
  sql: Sql,
  { tenantId, conversationId }: LaneKey,
): Promise<QueuedEvent | null> {
  const [row] = await sql.rows<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM callback_events event
     WHERE event.tenant_id = ? AND event.conversation_id = ? AND event.state = 'aside'
     ORDER BY event.due_at, event.sequence LIMIT 1`,
    [tenantId, conversationId],
  );
  return row ? toQueuedEvent(row) : null;
}

export function toQueuedEvent(row: EventRow): QueuedEvent {
  return {
    tenantId: row.tenant_id,
    conversationId: row.conversation_id,
    sequence: row.sequence,
    eventId: row.event_id,
    event: row.event,
    body: row.body,
    bodySha256: row.body_sha256,
    attempts: row.attempts,
    lastTimestamp: row.last_timestamp,
    dueAt: row.due_at,
    failingSince: row.failing_since,
    isRepeat: row.settled_at !== null,
    blockedAddress: row.blocked_address,
  };
}
