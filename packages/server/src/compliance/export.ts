import { CALLBACK_EVENTS } from '../callbacks/events/model';
import { VISITOR_MAILS, type VisitorMailRow } from '../conversations/answer-mails/model';
import { readVisitorBlocks } from '../conversations/inbox/blocks/store';
import { NOTES, type NoteRow } from '../conversations/inbox/notes/model';
import { TICKETS, type TicketRow } from '../conversations/journal/model';
import { readSuggestion } from '../conversations/journal/suggestions';
import type { ConversationState, Message, Suggestion } from '../conversations/rules/state';
import type { ConversationStore } from '../conversations/journal/store';
import type { Sql } from '../platform/storage/sql';
import { listColumns, pickColumns, type RowOf } from '../platform/storage/table';
import type { BlockRow } from '../visitors/blocks/model';
import { VISITOR_SESSIONS, type SessionRow } from '../visitors/model';
import { readPages, type VisitedPage } from '../visitors/pages';
import { toSession, type SessionKey, type VisitorSession } from '../visitors/session';

/** Everything that is stored about one session. */
export interface SessionRecord {
  session: VisitorSession;
  erasedAt: number | null;
  /** Mails to the visitor of the last days; older ones are not kept. */
  mails: VisitorMailRow[];
  /** The latest first. */
  pages: VisitedPage[];
  /** That keep its visitor out of the chat. */
  blocks: BlockRow[];
  conversation: ConversationRecord | null;
}

export interface ConversationRecord {
  state: ConversationState;
  messages: Message[];
  /** what operators wrote about it: the person whom they are about may ask for them. */
  notes: NoteRow[];
  /** What the bot would have said. */
  suggestion: Suggestion | null;
  tickets: TicketRow[];
  callbacks: CallbackRow[];
}

const EXPORTED_EVENT = pickColumns(
  CALLBACK_EVENTS,
  'event_id',
  'event',
  'sequence',
  'state',
  'attempts',
  'outcome',
  'body',
  'created_at',
  'settled_at',
);
/** An event as the tenant received it, or will. */
export type CallbackRow = RowOf<typeof EXPORTED_EVENT>;

const MESSAGES_A_READ = 1000;

export async function readSession(
  sql: Sql,
  store: Pick<ConversationStore, 'ofSession' | 'messages'>,
  key: SessionKey,
  now: number,
): Promise<SessionRecord | null> {
  const [row] = await sql.rows<SessionRow>(
    `SELECT ${listColumns(VISITOR_SESSIONS)} FROM visitor_sessions WHERE tenant_id = ? AND session_id = ?`,
    [key.tenantId, key.sessionId],
  );
  if (!row) return null;
  const session = toSession(row);
  const state = await store.ofSession(key);
  const conversation = state && (await readConversation(sql, store, session, state));
  const mails = await sql.rows<VisitorMailRow>(
    `SELECT ${listColumns(VISITOR_MAILS)} FROM visitor_mails
     WHERE tenant_id = ? AND session_id = ? ORDER BY mail_id`,
    [key.tenantId, key.sessionId],
  );
  const { inForce: blocks } = await readVisitorBlocks(sql, key, now);
  return { session, erasedAt: row.erased_at, mails, pages: readPages(row), blocks, conversation };
}

async function readConversation(
  sql: Sql,
  store: Pick<ConversationStore, 'messages'>,
  session: VisitorSession,
  state: ConversationState,
): Promise<ConversationRecord> {
  const ofConversation = [session.tenantId, state.conversationId];
  const [messages, suggestion, notes, tickets, callbacks] = await Promise.all([
    readMessages(store, session),
    readSuggestion(sql, session.tenantId, state),
    sql.rows<NoteRow>(
      `SELECT ${listColumns(NOTES)} FROM notes
       WHERE tenant_id = ? AND conversation_id = ? ORDER BY note_id`,
      ofConversation,
    ),
    sql.rows<TicketRow>(
      `SELECT ${listColumns(TICKETS)} FROM tickets
       WHERE tenant_id = ? AND conversation_id = ? ORDER BY created_at, ticket_id`,
      ofConversation,
    ),
    sql.rows<CallbackRow>(
      `SELECT ${listColumns(EXPORTED_EVENT)} FROM callback_events
       WHERE tenant_id = ? AND conversation_id = ? ORDER BY sequence`,
      ofConversation,
    ),
  ]);
  return { state, messages, suggestion, notes, tickets, callbacks };
}

async function readMessages(
  store: Pick<ConversationStore, 'messages'>,
  session: SessionKey,
): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const afterSeq = messages.at(-1)?.seq ?? 0;
    const more = await store.messages(session, { afterSeq, limit: MESSAGES_A_READ });
    messages.push(...more);
    if (more.length < MESSAGES_A_READ) return messages;
  }
}
