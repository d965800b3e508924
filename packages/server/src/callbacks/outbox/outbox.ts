import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import type { Logger } from '../../platform/log';
import { createSignal, type Listen } from '../../platform/signal';
import { incoming, insertInto, onConflict, type Dialect } from '../../platform/storage/sql';
import { dropColumns, pickColumns, type RowOf } from '../../platform/storage/table';
import type { Write } from '../../platform/storage/writes';
import type { OutboxEvent } from '../events/events';
import { RESERVED_MS, type QueuedLane } from '../events/queued-event';
import { createEventTraces, type EventTraces } from '../events/event-traces';
import { CALLBACK_EVENTS, CALLBACK_LANES } from '../events/model';

/** Stores events for delivery, in the transaction that causes them. */
export interface Outbox {
  /**
   * The rows of events. A conversation's events are in the order of their sequence, and nothing else writes this
   * conversation's at the same time. `queueWrites` are their statements.
   */
  collect(events: readonly OutboxEvent[]): QueuedRows;
  /** Reports queued events to the listeners; call it after the commit. */
  reportQueued(events: readonly OutboxEvent[]): void;
  /**
   * Emits lanes whose events were committed on this node. While someone listens, new lanes are left to this node for
   * `RESERVED_MS`.
   */
  onQueued: Listen<readonly QueuedLane[]>;
  /** The traces of events' causes. */
  traces: EventTraces;
}

/** Events and their lanes, in the order of their key. */
export interface QueuedRows {
  events: RowOf<typeof NEW_EVENTS>[];
  lanes: RowOf<typeof NEW_LANES>[];
}

export function createOutbox(log: Logger): Outbox {
  const queued = createSignal<readonly QueuedLane[]>('outbox.queued', log);
  return {
    collect: (events) => {
      // Lanes are locked in the order of their key everywhere, because two transactions could wait for each other.
      const sorted = events.toSorted(byKey);
      const reservedMs = queued.hasListeners() ? RESERVED_MS : 0;
      return { events: sorted.map(eventRow), lanes: laneRows(sorted, reservedMs) };
    },
    reportQueued: (events) => queued.emit(lanesOf(events)),
    onQueued: queued.on,
    traces: createEventTraces(),
  };
}

/** The columns of an event that was not sent yet. */
const NEW_EVENTS = dropColumns(
  CALLBACK_EVENTS,
  'outcome',
  'due_at',
  'failing_since',
  'replay_of',
  'settled_at',
);

/** @internal for the benchmarks, which write the same rows in other ways */
export function eventRow(event: OutboxEvent): RowOf<typeof NEW_EVENTS> {
  // Every attempt sends these bytes. They are hashed once, so that each signature costs one short HMAC.
  const body = Buffer.from(JSON.stringify(event.body));
  return {
    tenant_id: event.tenantId,
    conversation_id: event.conversationId,
    sequence: event.sequence,
    event_id: event.eventId,
    event: event.event,
    body,
    body_sha256: sha256Hex(body),
    state: 'pending',
    attempts: 0,
    last_timestamp: 0,
    created_at: event.createdAt,
  };
}

/** Lists lanes, each with its last event. */
function lanesOf(events: readonly OutboxEvent[]): QueuedLane[] {
  const lanes = new Map<string, QueuedLane>();
  for (const { tenantId, conversationId, sequence } of events) {
    lanes.set(`${tenantId}:${conversationId}`, { tenantId, conversationId, sequence });
  }
  return [...lanes.values()];
}

/** The columns of a new lane; the others have defaults. */
const NEW_LANES = pickColumns(
  CALLBACK_LANES,
  'tenant_id',
  'conversation_id',
  'head',
  'tail',
  'due_at',
  'head_due_at',
);

/** Makes the rows of new lanes. A lane is due for every node once its node's reserved time is over. */
function laneRows(sorted: readonly OutboxEvent[], reservedMs: number): RowOf<typeof NEW_LANES>[] {
  const lanes = new Map<string, { first: OutboxEvent; last: OutboxEvent }>();
  for (const event of sorted) {
    const key = `${event.tenantId}:${event.conversationId}`;
    lanes.set(key, { first: lanes.get(key)?.first ?? event, last: event });
  }
  return [...lanes.values()].map(({ first, last }) => ({
    tenant_id: first.tenantId,
    conversation_id: first.conversationId,
    head: first.sequence,
    tail: last.sequence,
    due_at: first.createdAt + reservedMs,
    head_due_at: first.createdAt,
  }));
}

/**
 * Two statements, for any number of events. A lane that exists gets longer, and keeps its head, due time and lease.
 * If only a deferred event has kept it, it is due like a new one.
 */
export function queueWrites({ events, lanes }: QueuedRows, dialect: Dialect): Write[] {
  if (events.length === 0) return [];
  const lengthen = onConflict(dialect, ['tenant_id', 'conversation_id'], {
    // Assigned before the tail, because MySQL assigns in this order and would use the new tail.
    due_at: `CASE WHEN callback_lanes.head > callback_lanes.tail AND lease_owner IS NULL THEN ${incoming(dialect, 'due_at')} ELSE callback_lanes.due_at END`,
    tail: incoming(dialect, 'tail'),
  });
  return [
    insertInto(NEW_EVENTS, events),
    { ...insertInto(NEW_LANES, lanes), onConflict: lengthen },
  ];
}

function byKey(a: OutboxEvent, b: OutboxEvent): number {
  return (
    compare(a.tenantId, b.tenantId) ||
    compare(a.conversationId, b.conversationId) ||
    a.sequence - b.sequence
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
