import { randomBytes } from 'node:crypto';
import { createEvent } from '../../src/callbacks/events/events';
import { eventRow } from '../../src/callbacks/outbox/outbox';
import { messageRow } from '../../src/conversations/journal/model';
import { newId, newObjectId } from '../../src/platform/ids';
import type { Database, Tx } from '../../src/platform/storage/database';
import { insertRows } from '../../src/platform/storage/sql';
import type { SqlValue } from '../../src/platform/storage/table';
import type { StockedWorld } from '../authorization/stocked-world';
import { LONG_TEXT, longText, PAGE_METADATA, VISITOR_ATTRIBUTES } from './texts';

type Row = Record<string, SqlValue>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MESSAGES = 1_000;
const CONVERSATIONS = 2_000;
const NOTES = 1_000;
const TENANTS = 99;
const EVENTS = 400;
const LISTED = 300;

/** Puts as much into a stocked world as its limits allow, by bulk inserts. The relay must not run. */
export async function fillWorld(database: Database, world: StockedWorld): Promise<void> {
  const now = Date.now();
  const add = (table: string, rows: Row[]): Promise<void> => addRows(database, table, rows);
  const { tenantId, workspaceId, talk } = world;
  const key = { tenant_id: tenantId, session_id: talk.visitor.sessionId };
  const settings = botSettings();
  await database.transaction(async (tx) => {
    await tx.run('UPDATE tenants SET bot = ? WHERE tenant_id = ?', [settings, tenantId]);
    await tx.run(
      `UPDATE visitor_sessions SET metadata = ?, visitor_attributes = ? WHERE tenant_id = ? AND session_id = ?`,
      [PAGE_METADATA, VISITOR_ATTRIBUTES, key.tenant_id, key.session_id],
    );
    await tx.run(`UPDATE conversations SET last_seq = ? WHERE tenant_id = ? AND session_id = ?`, [
      MESSAGES,
      key.tenant_id,
      key.session_id,
    ]);
    await tx.run('DELETE FROM messages WHERE tenant_id = ? AND session_id = ? AND seq > 5', [
      key.tenant_id,
      key.session_id,
    ]);
    await growTenants(tx, tenantId, settings);
  });
  await add(
    'messages',
    range(5, MESSAGES - 5).map((seq) => ({ ...message(key, seq + 1, now) })),
  );
  await add(
    'notes',
    range(0, NOTES).map(() => ({
      tenant_id: tenantId,
      conversation_id: talk.conversationId,
      note_id: newId(),
      operator_id: world.ownOperatorId,
      operator_display_name: 'Ann',
      content: LONG_TEXT,
      created_at: now,
    })),
  );
  await addConversations(add, world, now);
  await add(
    'callback_events',
    range(0, EVENTS).map((n) => ({ ...event(world, 1_000 + n, now), ...DELIVERED })),
  );
  await add(
    'callback_attempts',
    range(0, 20).map((n) => ({
      tenant_id: tenantId,
      conversation_id: talk.conversationId,
      sequence: 1_000 + EVENTS - 1,
      timestamp_ms: now + n,
      record: JSON.stringify({
        timestampMs: now,
        status: 500,
        outcome: 'http_error',
        durationMs: 10,
        answer: longText(1_000),
        clockSkewMs: null,
      }),
    })),
  );
  await add(
    'canned_replies',
    range(0, 900).map((n) => ({
      canned_reply_id: newId(),
      workspace_id: workspaceId,
      shortcut: `full${n}`,
      content: LONG_TEXT,
      locale: null,
      created_at: now,
    })),
  );
  await add(
    'audit_entries',
    range(0, LISTED).map(() => ({
      entry_id: newId(),
      workspace_id: workspaceId,
      action: 'tenant.updated',
      actor_account_id: world.ownerAccountId,
      actor_name: longText(80),
      ip: '127.0.0.1',
      subject: tenantId,
      details: JSON.stringify({ fields: longText(2_000) }),
      created_at: now,
    })),
  );
  await add(
    'visitor_blocks',
    range(0, LISTED).map((n) => ({
      tenant_id: tenantId,
      kind: 'identity',
      subject: `full-${n}`,
      block_id: newId(),
      user_id: longText(40),
      conversation_id: null,
      reason: longText(500),
      created_by: longText(80),
      created_at: now,
      ends_at: null,
    })),
  );
  await addDocuments(add, tenantId, now);
  await addPeople(add, world, now);
  await add(
    'report_totals',
    range(0, 92 * 96).map((quarter) => ({
      tenant_id: tenantId,
      began_at: now - (now % (15 * MINUTE)) - quarter * 15 * MINUTE,
      ...COUNTS,
    })),
  );
  await add(
    'widget_sightings',
    range(0, 200).map((n) => ({
      tenant_id: tenantId,
      outcome: ['accepted', 'origin_not_allowed', 'wrong_key', 'suspended'][n % 4]!,
      origin: `https://${'x'.repeat(60)}${n}.example`,
      seen: 1,
      first_seen_at: now,
      last_seen_at: now,
      widget_version: '1.0.0',
    })),
  );
}

const COUNTS = {
  conversations: 9,
  visitor_messages: 99,
  bot_messages: 99,
  agent_messages: 99,
  resolved_by_bot: 9,
  resolved_by_agent: 9,
  late_first_answers: 1,
  late_waits: 1,
  escalations: 'low_confidence:2,user_requested:1,restricted_topic:1,direct:1',
  first_answers: range(0, 60)
    .map((n) => `${n}:3`)
    .join(','),
  waits: range(0, 60)
    .map((n) => `${n}:3`)
    .join(','),
  ratings: '1:1,5:2',
};

const DELIVERED = { state: 'delivered', due_at: null, failing_since: null, replay_of: null };

/** A FAQ and restricted topics that are each as large as a request body allows. */
function botSettings(): string {
  const topic = { phrases: range(0, 50).map((n) => longText(190) + n), reply: LONG_TEXT };
  return JSON.stringify({
    kind: 'none',
    greeting: null,
    confidenceThreshold: 0.5,
    restrictedTopics: range(0, 17).map(() => topic),
    faq: range(0, 490).map((n) => ({
      questions: range(0, 50).map((m) => `q${m}`),
      answer: `${n}`,
      locale: null,
    })),
    replyTimeoutS: 30,
  });
}

/** Copies the tenant into more tenants of the same workspace. */
async function growTenants(tx: Tx, tenantId: string, bot: string): Promise<void> {
  const [like] = await tx.rows<Row>('SELECT * FROM tenants WHERE tenant_id = ?', [tenantId]);
  const origins = range(0, 100).map((n) => `https://${'x'.repeat(40)}${n}.example`);
  for (let n = 0; n < TENANTS; n++) {
    const row: Row = {
      ...like,
      tenant_id: newId(),
      widget_public_key: `pk_${randomBytes(32).toString('base64url')}`,
      allowed_origins: JSON.stringify(origins),
      callback_url_base: null,
      bot,
    };
    await insertRows(tx, { name: 'tenants', columns: Object.keys(row) }, [row]);
  }
}

/** Adds conversations. In most of them the bot had no answer and a person answered. */
async function addConversations(
  add: (table: string, rows: Row[]) => Promise<void>,
  { tenantId, userId, ownOperatorId }: StockedWorld,
  now: number,
): Promise<void> {
  const made = range(0, CONVERSATIONS).map((n) => ({
    n,
    at: now - DAY + n * 1_000,
    key: { tenant_id: tenantId, session_id: `vs_${randomBytes(32).toString('base64url')}` },
    conversation_id: newObjectId(now),
  }));
  await add(
    'visitor_sessions',
    made.map(({ n, at, key }) => ({
      ...key,
      widget_public_key: 'pk_full',
      origin: 'https://shop.example',
      locale: 'en',
      mode: 'bot',
      metadata: n % 5 === 0 ? PAGE_METADATA : '{}',
      user_id: n % 5 === 0 ? userId : null,
      visitor_attributes: n % 5 === 0 ? VISITOR_ATTRIBUTES : null,
      created_at: at,
      expires_at: at + 30 * DAY,
      purge_at: null,
      ended_at: null,
    })),
  );
  await add(
    'conversations',
    made.map(({ n, at, key, conversation_id }) => ({
      ...key,
      conversation_id,
      status: n % 2 === 0 ? 'WAITING' : 'RESOLVED',
      owner_epoch: 2,
      operator_id: null,
      operator_display_name: null,
      claim_count: 1,
      waiting_since: n % 2 === 0 ? at : null,
      awaiting_bot_since: null,
      last_seq: 2,
      last_event_sequence: 0,
      visitor_read_seq: 0,
      agent_read_seq: 0,
      counted_messages: 0,
      ticket_id: null,
      started_at: at,
      last_message_at: at,
      last_said_by: 'visitor',
      last_said_at: at,
      last_said_preview: longText(140),
      tags: range(0, 10)
        .map((tag) => `${longText(30)}${tag}`)
        .join('\n'),
    })),
  );
  await add(
    'conversation_tags',
    made.flatMap(({ n, at, key, conversation_id }) =>
      range(0, 3).map((tag) => ({
        tenant_id: key.tenant_id,
        conversation_id,
        tag_key: `${'t'.repeat(24)}${n}-${tag}`,
        tag: `${'T'.repeat(24)}${n}-${tag}`,
        status: 'RESOLVED',
        last_message_at: at,
      })),
    ),
  );
  await add(
    'tickets',
    made.map(({ at, key, conversation_id }) => ({
      tenant_id: key.tenant_id,
      ticket_id: newId(),
      conversation_id,
      status: 'RESOLVED',
      escalation_reason: 'low_confidence',
      operator_id: ownOperatorId,
      operator_display_name: longText(80),
      created_at: at + 1,
      assigned_at: at,
      resolved_at: at + 1_000,
    })),
  );
  await add(
    'messages',
    made.flatMap(({ n, at, key }) => [
      { ...message(key, 1, at), sender: 'visitor', content: questionOf(n) },
      { ...message(key, 2, at + 2), sender: 'agent' },
    ]),
  );
}

/** A question of 60 common words. Each `n` gives them another order. */
function questionOf(n: number): string {
  return range(0, 60)
    .map((word) => `word${(n * 31 + word * 17) % 997}`)
    .join(' ');
}

async function addDocuments(
  add: (table: string, rows: Row[]) => Promise<void>,
  tenantId: string,
  now: number,
): Promise<void> {
  await add(
    'knowledge_documents',
    range(0, LISTED).map((n) => ({
      tenant_id: tenantId,
      knowledge_document_id: newId(),
      external_id: `full-${n}`,
      title: longText(150) + n,
      content: `# Heading\n\n${range(0, 300)
        .map((word) => `word${(n * 7 + word) % 997}`)
        .join(' ')}`,
      sha256: '0'.repeat(64),
      bytes: 2_000,
      passages: 1,
      url: `https://shop.example/${'x'.repeat(1_900)}`,
      locale: null,
      revision: 1,
      created_at: now,
      updated_at: now,
    })),
  );
}

async function addPeople(
  add: (table: string, rows: Row[]) => Promise<void>,
  { workspaceId, tenantId, ownerAccountId }: StockedWorld,
  now: number,
): Promise<void> {
  const people = range(0, LISTED).map((n) => ({ n, account_id: newId(), operator_id: newId() }));
  await add(
    'accounts',
    people.map(({ n, account_id }) => ({
      account_id,
      email: `full${n}-${account_id}@example.com`,
      password_hash: 'none',
      display_name: longText(80),
      status: 'ACTIVE',
      is_system: 0,
      mfa_enabled: 1,
      totp_enabled: 0,
      created_at: now,
    })),
  );
  await add(
    'memberships',
    people.map(({ account_id }) => ({
      workspace_id: workspaceId,
      account_id,
      role: 'operator',
      created_at: now,
    })),
  );
  await add(
    'operators',
    people.map(({ account_id, operator_id }) => ({
      operator_id,
      workspace_id: workspaceId,
      account_id,
      display_name: longText(80),
      routing_keys: JSON.stringify(range(0, 500).map((n) => `key-${'x'.repeat(40)}${n}`)),
      capacity: 5,
      presence: 'online',
      last_seen_at: now,
      created_at: now,
    })),
  );
  await add(
    'operator_tenants',
    people.map(({ operator_id }) => ({ tenant_id: tenantId, operator_id })),
  );
  await add(
    'invitations',
    people.map(({ n }) => ({
      invitation_id: newId(),
      workspace_id: workspaceId,
      email: `invited${n}@example.com`,
      role: 'operator',
      token_hash: randomBytes(32).toString('hex'),
      invited_by: ownerAccountId,
      operator_details: null,
      created_at: now,
      expires_at: now + DAY,
      accepted_at: null,
      revoked_at: null,
    })),
  );
}

function message(key: { tenant_id: string; session_id: string }, seq: number, at: number): Row {
  return messageRow(
    { tenantId: key.tenant_id, sessionId: key.session_id },
    {
      messageId: newId(),
      seq,
      sender: seq % 2 === 0 ? 'agent' : 'visitor',
      senderName: null,
      dedupeKey: `full-${seq}|visitor`,
      content: LONG_TEXT,
      createdAt: at,
      sources: [],
    },
  );
}

function event({ tenantId, talk }: StockedWorld, sequence: number, at: number): Row {
  const made = createEvent(
    'message-received',
    {
      session: {
        tenantId,
        sessionId: talk.visitor.sessionId,
        userId: null,
        mode: 'bot',
        locale: 'fr',
        routingKey: null,
        origin: 'https://shop.example',
        metadata: PAGE_METADATA,
      },
      conversation: {
        conversationId: talk.conversationId,
        status: 'WAITING',
        ownerEpoch: 1,
        escalationReason: 'direct',
        claimCount: 0,
        startedAt: 0,
        claimedAt: null,
        releasedAt: null,
        resolvedAt: null,
        ticket: null,
      },
    },
    {
      at,
      message: {
        messageId: newId(),
        seq: 1,
        content: LONG_TEXT,
        createdAt: at,
        clientMsgId: 'full',
      },
    },
    { eventId: newId(), sequence },
  );
  return { ...eventRow(made), settled_at: at } as unknown as Row;
}

const ROWS_A_STATEMENT = 200;

async function addRows(database: Database, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  await database.transaction(async (tx) => {
    for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
      await insertRows(tx, { name: table, columns }, rows.slice(start, start + ROWS_A_STATEMENT));
    }
  });
}

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
