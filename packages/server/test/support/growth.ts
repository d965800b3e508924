import { randomBytes } from 'node:crypto';
import { EVENT_NAMES } from '@chat-relay/receiver-sdk';
import { firstIdAt } from '../../src/platform/ids';
import { newId, newObjectId } from '../../src/platform/ids';
import type { Database } from '../../src/platform/storage/database';
import { insertRows } from '../../src/platform/storage/sql';
import type { SqlValue } from '../../src/platform/storage/table';
import type { HeldSession } from '../../src/visitors/session';

/** How much a database is to hold. */
export interface Growth {
  tenantIds: readonly string[];
  operatorIds: readonly string[];
  /** Half of them are the first tenant's. */
  conversations: number;
  messagesEach: number;
  eventsEach: number;
  /** One of so many conversations has callbacks that wait. */
  laneEvery: number;
}

/** A conversation that benches and tests can read, and its visitor's session. */
export interface Grown extends HeldSession {
  conversationId: string;
}

const ROWS_A_STATEMENT = 500;
const STATEMENTS_A_COMMIT = 40;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Fills a migrated database with conversations of the last 20 days, by bulk inserts. Most are resolved, and most
 * callbacks delivered. Returns two conversations in a hundred, the oldest first.
 */
export async function grow(database: Database, growth: Growth): Promise<Grown[]> {
  const writer = createBulkWriter(database);
  const samples: Grown[] = [];
  const newest = Date.now() - MINUTE;
  const step = (20 * DAY) / growth.conversations;
  for (let n = 0; n < growth.conversations; n++) {
    const at = Math.floor(newest - (growth.conversations - n) * step);
    const tenantId = pick(growth.tenantIds, n % 2 === 0 ? 0 : (n >> 1) % growth.tenantIds.length);
    const sessionId = `vs_${randomBytes(32).toString('base64url')}`;
    const made = { tenantId, sessionId, tokenVersion: 1, conversationId: newObjectId(at) };
    // Samples of the first tenant and of another one. None of these sessions has ended.
    if (n % 100 === 6 || n % 100 === 11) samples.push(made);
    await writer.add('visitor_sessions', sessionRow(made, n, at));
    await writer.add('conversations', conversationRow(made, n, at, growth));
    for (const tag of tagsOf(n)) await writer.add('conversation_tags', tagRow(made, n, tag, at));
    if (n % 20 !== 3) await writer.add('tickets', ticketRow(made, n, at));
    for (let seq = 1; seq <= growth.messagesEach; seq++) {
      await writer.add('messages', messageRow(made, n, seq, at));
    }
    for (let sequence = 1; sequence <= growth.eventsEach; sequence++) {
      await writer.add('callback_events', eventRow(made, n, sequence, at, growth));
    }
    await writer.add('callback_attempts', attemptRow(made, at));
    if (n % growth.laneEvery === 7) await writer.add('callback_lanes', laneRow(made, growth, at));
  }
  await writer.end();
  return samples;
}

type Row = Record<string, SqlValue>;

const STATUSES = ['WAITING', 'ASSIGNED', 'BOT', 'BOT', 'ASSIGNED'];

function statusOf(n: number): string {
  return n % 100 < STATUSES.length ? pick(STATUSES, n % 100) : 'RESOLVED';
}

function sessionRow({ tenantId, sessionId }: Grown, n: number, at: number): Row {
  return {
    tenant_id: tenantId,
    session_id: sessionId,
    widget_public_key: 'pk_growth',
    origin: 'https://shop.example',
    locale: 'en',
    mode: 'bot',
    metadata: JSON.stringify({ phone: `+33 6 ${10_000_000 + n}` }),
    visitor_email: `visitor${n}@mail.example`,
    user_id: n % 3 === 0 ? `user-${n % 5_000}` : null,
    created_at: at,
    // The older half of the sessions has expired.
    expires_at: at + 10 * DAY,
    purge_at: null, // each has a conversation
    ended_at: n % 10 === 0 ? at + MINUTE : null,
  };
}

function conversationRow(
  { tenantId, sessionId, conversationId }: Grown,
  n: number,
  at: number,
  { operatorIds, messagesEach, eventsEach }: Growth,
): Row {
  const status = statusOf(n);
  const hasOperator = status === 'ASSIGNED' || (status === 'RESOLVED' && n % 2 === 0);
  return {
    tenant_id: tenantId,
    session_id: sessionId,
    conversation_id: conversationId,
    status,
    owner_epoch: 2,
    operator_id: hasOperator ? pick(operatorIds, (n >> 1) % operatorIds.length) : null,
    operator_display_name: hasOperator ? 'Ann' : null,
    claim_count: hasOperator ? 1 : 0,
    waiting_since: status === 'WAITING' ? at : null,
    awaiting_bot_since: status === 'BOT' && n % 10 === 2 ? at : null,
    last_seq: messagesEach,
    last_event_sequence: eventsEach,
    visitor_read_seq: 0,
    agent_read_seq: 0,
    counted_messages: 0,
    ticket_id: null,
    started_at: at,
    last_message_at: at,
    tags: tagsOf(n).join('\n') || null,
  };
}

/** A third of the conversations has a frequent tag; a tenth of these also has a rare one. */
function tagsOf(n: number): string[] {
  if (n % 3 !== 0) return [];
  return n % 30 === 0 ? ['delivery', `campaign ${n % 7}`] : ['delivery'];
}

function tagRow({ tenantId, conversationId }: Grown, n: number, tag: string, at: number): Row {
  return {
    tenant_id: tenantId,
    conversation_id: conversationId,
    tag_key: tag,
    tag,
    status: statusOf(n),
    last_message_at: at,
  };
}

function ticketRow({ tenantId, conversationId }: Grown, n: number, at: number): Row {
  const statuses: Record<string, string> = { ASSIGNED: 'ASSIGNED', RESOLVED: 'RESOLVED' };
  return {
    tenant_id: tenantId,
    ticket_id: newId(),
    conversation_id: conversationId,
    status: statuses[statusOf(n)] ?? 'OPEN',
    escalation_reason: n % 3 === 0 ? 'user_requested' : 'low_confidence',
    created_at: at,
  };
}

function messageRow({ tenantId, sessionId }: Grown, n: number, seq: number, at: number): Row {
  const isVisitor = seq % 2 === 1;
  return {
    tenant_id: tenantId,
    session_id: sessionId,
    seq,
    message_id: newId(),
    sender: isVisitor ? 'visitor' : 'bot',
    dedupe_key: `growth-${seq}|${isVisitor ? 'visitor' : 'bot'}`,
    content: `How long does the delivery to Lyon take, and what does it cost? My order is FR-${n}, item ${(n * 7 + seq) % 3_000}.`,
    created_at: at + seq,
  };
}

function eventRow(
  { tenantId, conversationId }: Grown,
  n: number,
  sequence: number,
  at: number,
  { laneEvery }: Growth,
): Row {
  const isFirst = sequence === 1;
  const state = n % 500 === 9 ? 'dead' : n % laneEvery === 7 ? 'pending' : 'delivered';
  return {
    tenant_id: tenantId,
    conversation_id: conversationId,
    sequence,
    event_id: idAt(at + sequence),
    event: isFirst ? (n % 300 === 8 ? 'agent-released' : EVENT_NAMES[0]) : EVENT_NAMES[1],
    body: Buffer.from(JSON.stringify({ content: 'x'.repeat(250) })),
    body_sha256: '0'.repeat(64),
    state,
    attempts: 1,
    last_timestamp: at,
    due_at: null,
    created_at: at,
    settled_at: state === 'pending' ? null : at + 1,
  };
}

function attemptRow({ tenantId, conversationId }: Grown, at: number): Row {
  return {
    tenant_id: tenantId,
    conversation_id: conversationId,
    sequence: 1,
    timestamp_ms: at,
    record: '{}',
  };
}

function laneRow({ tenantId, conversationId }: Grown, { eventsEach }: Growth, at: number): Row {
  return {
    tenant_id: tenantId,
    conversation_id: conversationId,
    head: 1,
    tail: eventsEach,
    due_at: at,
    head_due_at: at,
  };
}

/** A version 7 UUID of this time. */
function idAt(timeMs: number): string {
  return firstIdAt(timeMs).slice(0, 14) + newId().slice(14);
}

function pick<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`there is no value ${index}`);
  return value;
}

function createBulkWriter(database: Database) {
  const waiting = new Map<string, Row[]>();
  let rows = 0;
  const flush = async (): Promise<void> => {
    await database.transaction(async (tx) => {
      for (const [table, all] of waiting) {
        for (let start = 0; start < all.length; start += ROWS_A_STATEMENT) {
          const some = all.slice(start, start + ROWS_A_STATEMENT);
          const columns = Object.keys(some[0] ?? {});
          await insertRows(tx, { name: table, columns }, some);
        }
      }
    });
    waiting.clear();
    rows = 0;
  };
  return {
    add: async (table: string, row: Row): Promise<void> => {
      const ofTable = waiting.get(table) ?? [];
      ofTable.push(row);
      waiting.set(table, ofTable);
      if (++rows >= ROWS_A_STATEMENT * STATEMENTS_A_COMMIT) await flush();
    },
    end: flush,
  };
}
