import type { Sql } from '../../../server/src/platform/storage/sql';
import { apiOf } from '../../../server/test/support/api';

/** Contents of the database at the end. */
export interface Stored {
  messages: StoredMessage[];
  events: StoredEvent[];
  conversations: StoredConversation[];
}

export interface StoredConversation {
  sessionId: string;
  conversationId: string;
  lastSeq: number;
}

export interface StoredMessage {
  sessionId: string;
  seq: number;
  messageId: string;
  sender: string;
  dedupeKey: string | null;
  content: string;
}

export interface StoredEvent {
  conversationId: string;
  sequence: number;
  eventId: string;
  event: string;
  bodySha256: string;
  body: Buffer;
  state: string;
}

export async function readStored(sql: Sql): Promise<Stored> {
  return {
    messages: await sql.rows<StoredMessage>(
      `SELECT session_id AS sessionId, seq, message_id AS messageId, sender,
              dedupe_key AS dedupeKey, content
       FROM messages ORDER BY tenant_id, session_id, seq`,
    ),
    events: await sql.rows<StoredEvent>(
      `SELECT conversation_id AS conversationId, sequence, event_id AS eventId, event,
              body_sha256 AS bodySha256, body, state
       FROM callback_events ORDER BY conversation_id, sequence`,
    ),
    conversations: await readConversations(sql),
  };
}

export function readConversations(sql: Sql): Promise<StoredConversation[]> {
  return sql.rows<StoredConversation>(
    `SELECT session_id AS sessionId, conversation_id AS conversationId, last_seq AS lastSeq
     FROM conversations`,
  );
}

export async function countPendingEvents(sql: Sql): Promise<number> {
  const [row] = await sql.rows<{ pending: number }>(
    "SELECT COUNT(*) AS pending FROM callback_events WHERE state = 'pending'",
  );
  return Number(row?.pending ?? 0);
}

/** A session's messages as the relay shows them to its visitor. */
export interface RestMessage {
  seq: number;
  message_id: string;
  content: string;
  sender: { kind: string };
  client_msg_id?: string;
}

export async function readByRest(url: string, token: string): Promise<RestMessage[]> {
  const api = apiOf(url, token);
  const messages: RestMessage[] = [];
  for (;;) {
    const after = messages.at(-1)?.seq ?? 0;
    const page = await api.get<{ messages: RestMessage[]; has_more: boolean }>(
      `/fetch/messages?after_seq=${after}&limit=200`,
    );
    if (page.status !== 200) throw new Error(`reading messages back gave ${page.status}`);
    messages.push(...page.data.messages);
    if (!page.data.has_more) return messages;
  }
}
