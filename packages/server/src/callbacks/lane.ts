import type { EventName } from '@chat-relay/receiver-sdk';
import { SECOND } from '../clock';
import type { Sql } from '../storage/sql';
import { keyIn } from './row-keys';

/** An event as it waits for its delivery. */
export interface QueuedEvent {
  tenantId: string;
  conversationId: string;
  sequence: number;
  eventId: string;
  event: EventName;
  /** Sent on every attempt as it is. */
  body: Buffer;
  bodySha256: string;
  /** How many attempts have failed. */
  attempts: number;
  /** No attempt that was settled had a later timestamp. */
  lastTimestamp: number;
}

/** A conversation's queue in the hands of one worker, which alone may send its first event. */
export interface Lane {
  tenantId: string;
  conversationId: string;
  /** The sequence of the event to send. */
  head: number;
  /** Null if that event was erased. */
  event: QueuedEvent | null;
  /** From then on any worker may take the lane. Also tells this lease from an earlier one. */
  leaseUntil: number;
  /** Since when this worker has had the lane, over all the leases in a row. */
  heldSince: number;
}

/** Longer than an attempt with all its trimmings, so that a lease doesn't end under one. */
export const LEASE_MS = 30 * SECOND;

export type LaneKey = Pick<Lane, 'tenantId' | 'conversationId'>;
export type LanePlace = LaneKey & Pick<Lane, 'head'>;

export function keyOf({ tenantId, conversationId }: LaneKey): string {
  return `${tenantId}:${conversationId}`;
}

interface EventRow {
  tenant_id: string;
  conversation_id: string;
  sequence: number;
  event_id: string;
  event: EventName;
  body: Buffer;
  body_sha256: string;
  attempts: number;
  last_timestamp: number;
}

/** The first event of each lane, by `keyOf`; one statement. */
export async function loadHeads(
  sql: Sql,
  lanes: readonly LanePlace[],
): Promise<Map<string, QueuedEvent>> {
  if (lanes.length === 0) return new Map();
  const keys = lanes.map((lane) => [lane.tenantId, lane.conversationId, lane.head]);
  const rows = await sql.rows<EventRow>(
    'SELECT tenant_id, conversation_id, sequence, event_id, event, body, body_sha256, attempts, ' +
      'last_timestamp FROM callback_events WHERE ' +
      keyIn(sql.dialect, ['tenant_id', 'conversation_id', 'sequence'], keys),
    keys.flat(),
  );
  const events = rows.map(toQueuedEvent);
  return new Map(events.map((event) => [keyOf(event), event]));
}

function toQueuedEvent(row: EventRow): QueuedEvent {
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
  };
}
