import { voiceIn } from '../support/conversations';
import { systemLine } from '../../src/conversations/rules/system-lines';
import type { Sql } from '../../src/platform/storage/sql';

/** Something that a report counts. */
export interface Happened {
  tenantId: string;
  at: number;
  what:
    | 'conversations'
    | 'visitor_messages'
    | 'bot_messages'
    | 'agent_messages'
    | 'resolved_by_bot'
    | 'resolved_by_agent'
    | 'first_answer_s'
    | 'wait_s'
    | `escalations ${string}`;
  /** In ms. */
  duration?: number;
}

interface MessageRow {
  tenant_id: string;
  session_id: string;
  sender: string;
  content: string;
  created_at: number;
}

const line = (key: 'waiting' | 'left' | 'resolved') => systemLine(key, voiceIn('en'));
const ENTERS_QUEUE = [line('waiting'), line('left')];
const OFFLINE = 'No one is available right now.';
const JOINED = / has joined the conversation\.$/;

/** Counts what happened independently of the reports: from conversations, messages, tickets and callbacks. */
export async function countAgain(sql: Sql): Promise<Happened[]> {
  const messages = await sql.rows<MessageRow>(
    `SELECT tenant_id, session_id, sender, content, created_at FROM messages
     ORDER BY tenant_id, session_id, seq`,
  );
  const bySession = new Map<string, MessageRow[]>();
  for (const message of messages) {
    const { session_id } = message;
    bySession.set(session_id, [...(bySession.get(session_id) ?? []), message]);
  }
  const resolved = await resolvedByAgents(sql);
  return [
    ...(await conversations(sql)),
    ...(await escalations(sql)),
    ...resolved.map(({ tenantId, at }) => ({ tenantId, at, what: 'resolved_by_agent' as const })),
    ...[...bySession].flatMap(([sessionId, thread]) =>
      read(
        thread,
        resolved.filter((one) => one.sessionId === sessionId).map(({ at }) => at),
      ),
    ),
  ];
}

/** Derives from a conversation's messages when it waited, was answered and was resolved. */
function read(thread: readonly MessageRow[], resolvedByAgent: number[]): Happened[] {
  const happened: Happened[] = [];
  let isBegun = false;
  let unanswered: number | null = null;
  let waiting: number | null = null;
  for (const { tenant_id: tenantId, sender, content, created_at: at } of thread) {
    const add = (what: Happened['what'], since?: number) =>
      happened.push({ tenantId, at, what, ...(since !== undefined && { duration: at - since }) });
    if (sender !== 'system') {
      add(`${sender as 'visitor' | 'bot' | 'agent'}_messages`);
      if (sender === 'visitor' && !isBegun) unanswered = at;
      if (sender !== 'visitor' && unanswered !== null) {
        add('first_answer_s', unanswered);
        unanswered = null;
      }
      isBegun = true;
    } else if (content === line('resolved')) {
      waiting = unanswered = null;
      const byAgent = resolvedByAgent.indexOf(at);
      if (byAgent === -1) add('resolved_by_bot');
      else resolvedByAgent.splice(byAgent, 1);
    } else if (JOINED.test(content)) {
      if (waiting !== null) add('wait_s', waiting);
      waiting = null;
    } else if (ENTERS_QUEUE.includes(content) || content.startsWith(OFFLINE)) {
      waiting ??= at;
    }
  }
  return happened;
}

async function conversations(sql: Sql): Promise<Happened[]> {
  const rows = await sql.rows<{ tenantId: string; at: number }>(
    'SELECT tenant_id AS tenantId, started_at AS at FROM conversations',
  );
  return rows.map((row) => ({ ...row, what: 'conversations' }));
}

async function escalations(sql: Sql): Promise<Happened[]> {
  const rows = await sql.rows<{ tenantId: string; at: number; reason: string }>(
    `SELECT tenant_id AS tenantId, created_at AS at, escalation_reason AS reason
     FROM tickets WHERE escalation_reason <> 'direct'`,
  );
  return rows.map(({ tenantId, at, reason }) => ({ tenantId, at, what: `escalations ${reason}` }));
}

async function resolvedByAgents(sql: Sql) {
  const rows = await sql.rows<{ tenantId: string; sessionId: string; body: Buffer }>(
    `SELECT e.tenant_id AS tenantId, c.session_id AS sessionId, e.body FROM callback_events e
     JOIN conversations c ON c.tenant_id = e.tenant_id AND c.conversation_id = e.conversation_id
     WHERE e.event = 'agent-resolved'`,
  );
  return rows.map(({ body, ...row }) => ({
    ...row,
    at: Date.parse(
      (JSON.parse(Buffer.from(body).toString()) as { occurred_at: string }).occurred_at,
    ),
  }));
}
