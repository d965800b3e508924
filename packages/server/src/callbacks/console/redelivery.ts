import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { Database, Tx } from '../../platform/storage/database';
import {
  forUpdate,
  incoming,
  insertRows,
  keyIn,
  onConflict,
  placeholders,
} from '../../platform/storage/sql';
import { firstOfRanges, throughIndex, unionAll, type Range } from '../../platform/storage/ranges';
import { eventRanges } from './event-ranges';
import { dropColumns, type RowOf } from '../../platform/storage/table';
import { CALLBACK_EVENTS } from '../events/model';
import type { CallbackRow } from './log';
import { retryAllNow } from '../worker/settle-rows';
import { happenedBetween } from '../events/event-time';
import { forget } from '../health/tenant-health';

/** Columns of a copy. It is sent outside its lane's order, and has no outcome yet. */
const COPIES = dropColumns(CALLBACK_EVENTS, 'outcome', 'failing_since', 'settled_at');

export interface ReplayRange {
  tenantId: string;
  since: number;
  until: number;
  event?: string;
  states: readonly string[];
}

/** Sends events again, outside the order of new ones. */
export interface Redelivery {
  /**
   * Sends the same bytes with the same `event_id`, which a careful receiver recognises; with force, a copy with
   * a new id. A queued event is tried now. Returns the event to be sent.
   * @throws {AppError} not_found if it was erased in the meantime
   */
  resend(row: CallbackRow, options: { isForced: boolean }): Promise<string>;
  count(range: ReplayRange): Promise<number>;
  /** Sends the same bytes again, in the order of each conversation; returns how many. */
  replay(range: ReplayRange): Promise<number>;
  /** Ends pauses, probes and 410 blocks of a tenant, and makes its whole queue due. */
  resume(tenantId: string): Promise<void>;
}

export interface RedeliveryOptions {
  database: Database;
  clock: Clock;
  wake(): void;
}

const BATCH = 200;

type EventKey = Pick<CallbackRow, 'conversation_id' | 'sequence'>;

export function createRedelivery(options: RedeliveryOptions): Redelivery {
  const { database, clock, wake } = options;

  const conditionsOf = (range: ReplayRange): Range[] => [
    ...happenedBetween(range).map(([where, ...params]) => ({ where, params })),
    { where: 'sequence > 0', params: [] }, // copies were requested by a person already
  ];

  return {
    resend: async (row, { isForced }) => {
      const eventId = await database.transaction((tx) =>
        isForced ? copy(tx, row, clock()) : again(tx, row, clock()),
      );
      wake();
      return eventId;
    },

    count: async (range) => {
      const { index, ranges } = eventRanges(range, conditionsOf(range));
      const from = `callback_events${throughIndex(database.dialect, index)}`;
      const counts = ranges.map(
        ({ where }) => `SELECT COUNT(*) AS count FROM ${from} WHERE ${where}`,
      );
      const rows = await database.slowRead.rows<{ count: number }>(
        unionAll(database.dialect, counts),
        ranges.flatMap(({ params }) => params),
      );
      return rows.reduce((total, { count }) => total + count, 0);
    },

    replay: async (range) => {
      // Events that are delivered while this runs are not replayed again.
      const until = Math.min(range.until, clock() + 1);
      let replayed = 0;
      for (let after = ''; ;) {
        const conditions = conditionsOf({ ...range, until });
        const page = firstOfRanges({
          dialect: database.dialect,
          columns: 'conversation_id, sequence, event_id',
          from: 'callback_events',
          ...eventRanges(range, [{ where: 'event_id > ?', params: [after] }, ...conditions]),
          order: 'event_id',
          limit: BATCH,
        });
        const rows = await database.read.rows<EventKey & { event_id: string }>(
          page.sql,
          page.params,
        );
        const last = rows.at(-1);
        if (!last) return replayed;
        replayed += await database.transaction((tx) =>
          deferEvents(tx, range.tenantId, rows, range.states, clock()),
        );
        wake();
        after = last.event_id;
      }
    },

    resume: async (tenantId) => {
      await database.transaction(async (tx) => {
        await retryAllNow(tx, tenantId, clock());
        await forget(tx, [tenantId]);
        await tx.run('DELETE FROM callback_blocks WHERE tenant_id = ?', [tenantId]);
      });
      wake();
    },
  };
}

async function again(tx: Tx, row: CallbackRow, now: number): Promise<string> {
  const { tenant_id: tenantId } = row;
  const isSettled = row.state === 'delivered' || row.state === 'dead';
  if (isSettled || row.state === 'aside') {
    const states = ['delivered', 'dead', 'aside'];
    if ((await deferEvents(tx, tenantId, [row], states, now)) === 0)
      throw new AppError('not_found');
    return row.event_id;
  }
  // The event keeps its place, and only the first of a conversation can be made due.
  await tx.run(
    `UPDATE callback_events SET due_at = ? WHERE tenant_id = ? AND event_id = ? AND due_at > ?`,
    [now, tenantId, row.event_id, now],
  );
  await tx.run(
    `UPDATE callback_lanes SET head_due_at = ?, due_at = ?
     WHERE tenant_id = ? AND conversation_id = ? AND head = ? AND lease_owner IS NULL AND due_at > ?`,
    [now, now, tenantId, row.conversation_id, row.sequence, now],
  );
  return row.event_id;
}

/** Copies an event. The body differs only in its id and in the original's id. */
async function copy(tx: Tx, row: CallbackRow, now: number): Promise<string> {
  const { tenant_id: tenantId, conversation_id: conversationId } = row;
  await openLanes(tx, tenantId, [conversationId], now);
  const [lowest] = await tx.rows<{ sequence: number | null }>(
    'SELECT MIN(sequence) AS sequence FROM callback_events WHERE tenant_id = ? AND conversation_id = ?',
    [tenantId, conversationId],
  );
  const eventId = newId();
  const original = JSON.parse(row.body.toString()) as Record<string, unknown>;
  const body = Buffer.from(
    JSON.stringify({ ...original, event_id: eventId, replay_of: row.event_id }),
  );
  const values: RowOf<typeof COPIES> = {
    tenant_id: tenantId,
    conversation_id: conversationId,
    sequence: Math.min(lowest?.sequence ?? 0, 0) - 1,
    event_id: eventId,
    event: row.event,
    body,
    body_sha256: sha256Hex(body),
    state: 'aside',
    attempts: 0,
    last_timestamp: 0,
    due_at: now,
    replay_of: row.event_id,
    created_at: now,
  };
  await insertRows(tx, COPIES, [values]);
  return eventId;
}

/**
 * Defers events again. A delivered one keeps its delivery time, which distinguishes it from one that was never
 * delivered.
 */
async function deferEvents(
  tx: Tx,
  tenantId: string,
  events: readonly EventKey[],
  states: readonly string[],
  now: number,
): Promise<number> {
  const conversationIds = [...new Set(events.map((event) => event.conversation_id))].sort();
  await openLanes(tx, tenantId, conversationIds, now);
  const keys = events.map((event) => [tenantId, event.conversation_id, event.sequence]);
  return tx.run(
    `UPDATE callback_events SET due_at = ?, attempts = 0, failing_since = NULL,
       settled_at = CASE WHEN state = 'dead' THEN NULL ELSE settled_at END, state = 'aside'
     WHERE state IN ${placeholders(1, states.length)}
       AND ${keyIn(tx.dialect, ['tenant_id', 'conversation_id', 'sequence'], keys)}`,
    [now, ...states, ...keys.flat()],
  );
}

/** Makes a worker look at these conversations now, or when it has finished with them. */
async function openLanes(
  tx: Tx,
  tenantId: string,
  conversationIds: readonly string[],
  now: number,
): Promise<void> {
  // Like the journal: conversations before lanes. While they are locked, no new event can be added.
  const rows = await tx.rows<{ conversation_id: string; last_event_sequence: number }>(
    `SELECT conversation_id, last_event_sequence FROM conversations
     WHERE tenant_id = ? AND conversation_id IN ${placeholders(1, conversationIds.length)}
     ORDER BY session_id${forUpdate(tx.dialect)}`,
    [tenantId, ...conversationIds],
  );
  if (rows.length < conversationIds.length) throw new AppError('not_found');
  const lanes = rows
    .toSorted((a, b) => (a.conversation_id < b.conversation_id ? -1 : 1))
    .flatMap(({ conversation_id, last_event_sequence: last }) => [
      tenantId,
      conversation_id,
      last + 1,
      last,
      now,
      now,
      now,
    ]);
  const due = incoming(tx.dialect, 'due_at');
  await tx.insert({
    into: 'INSERT INTO callback_lanes (tenant_id, conversation_id, head, tail, due_at, head_due_at, side_due_at)',
    columns: 7,
    values: lanes,
    onConflict: onConflict(tx.dialect, ['tenant_id', 'conversation_id'], {
      side_due_at: incoming(tx.dialect, 'side_due_at'),
      due_at: `CASE WHEN lease_owner IS NULL THEN ${due} ELSE callback_lanes.due_at END`,
    }),
  });
}
