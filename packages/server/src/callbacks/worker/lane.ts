import type { EventName } from '@chat-relay/receiver-sdk';
import { SECOND } from '../../platform/clock';
import { keyIn, type Sql } from '../../platform/storage/sql';
import type { LeasedEvent } from '../delivery/delivery';
import type { LaneKey, QueuedEvent } from '../events/queued-event';

/** A conversation's queue, leased by one worker, which alone may send its first event. */
export interface Lane extends LeasedEvent {
  workspaceId: string;
  conversationId: string;
  /** The sequence of the first event in the order. */
  head: number;
  isAside: boolean;
  /** Whether the tenant's last attempt failed, as far as this node knows. */
  isFailing: boolean;
  /** The claim that leased the lane: distinguishes this lease from any other. */
  owner: string;
  /** Since when this worker has had the lane, over all leases in a row. */
  heldSince: number;
}

/**
 * Longer than the worst-case attempt with the handling of its answer, so that a lease doesn't end during one.
 */
export const LEASE_MS = 30 * SECOND;

/** A leased lane, before its event is read. */
export interface LanePlace extends LaneKey {
  head: number;
  isAside: boolean;
}

/** The key's columns. */
export const LANE_KEY = ['tenant_id', 'conversation_id'] as const;

export function keyOf({ tenantId, conversationId }: LaneKey): string {
  return `${tenantId}:${conversationId}`;
}

/** As `EVENT_COLUMNS` are read. */
export interface EventRow {
  tenant_id: string;
  conversation_id: string;
  sequence: number;
  event_id: string;
  event: EventName;
  body: Buffer;
  body_sha256: string;
  attempts: number;
  last_timestamp: number;
  due_at: number | null;
  failing_since: number | null;
  settled_at: number | null;
  blocked_address: string | null;
}

/** Of `callback_events event`. */
export const EVENT_COLUMNS = [
  ...[
    'tenant_id',
    'conversation_id',
    'sequence',
    'event_id',
    'event',
    'body',
    'body_sha256',
    'attempts',
    'last_timestamp',
    'due_at',
    'failing_since',
    'settled_at',
  ].map((column) => `event.${column} AS ${column}`),
  '(SELECT stop.address FROM callback_blocks stop WHERE stop.tenant_id = event.tenant_id ' +
    'AND stop.event = event.event) AS blocked_address',
].join(', ');

/** The event that each lane is to send, by `keyOf`; one statement, except for deferred events. */
export async function loadEvents(
  sql: Sql,
  places: readonly LanePlace[],
): Promise<Map<string, QueuedEvent>> {
  const inOrder = places.filter(({ isAside }) => !isAside);
  const events = await loadHeads(sql, inOrder);
  for (const place of places) {
    const event = place.isAside ? await loadAside(sql, place) : null;
    if (event) events.set(keyOf(place), event);
  }
  return events;
}

async function loadHeads(
  sql: Sql,
  places: readonly LanePlace[],
): Promise<Map<string, QueuedEvent>> {
  if (places.length === 0) return new Map();
  const keys = places.map((place) => [place.tenantId, place.conversationId, place.head]);
  const rows = await sql.rows<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM callback_events event WHERE ` +
      keyIn(sql.dialect, ['event.tenant_id', 'event.conversation_id', 'event.sequence'], keys),
    keys.flat(),
  );
  const events = rows.map(toQueuedEvent);
  return new Map(events.map((event) => [keyOf(event), event]));
}

async function loadAside(
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
