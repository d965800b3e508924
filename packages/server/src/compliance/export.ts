import { CALLBACK_EVENTS } from '../callbacks/events/model';
import { VISITOR_MAILS, type VisitorMailRow } from '../conversations/answer-mails/model';
import { readVisitorBlocks } from '../conversations/inbox/blocks/store';
import { NOTES, type NoteRow } from '../conversations/inbox/notes/model';
import { TICKETS, type TicketRow } from '../conversations/journal/model';
import { readSuggestion } from '../conversations/journal/suggestions';
import type { ConversationState, Message, Suggestion } from '../conversations/rules/state';
import type { ConversationStore } from '../conversations/journal/store';
import type { Parts } from '../platform/http/large-json';
import type { Sql } from '../platform/storage/sql';
import { listColumns, pickColumns, type RowOf } from '../platform/storage/table';
import type { BlockRow } from '../visitors/blocks/model';
import { VISITOR_SESSIONS, type SessionRow } from '../visitors/model';
import { readPages, type VisitedPage } from '../visitors/pages/pages';
import { toSession, type SessionKey, type VisitorSession } from '../visitors/session';

export interface SessionRecord {
  session: VisitorSession;
  erasedAt: number | null;
  /** Mails to the visitor of the last days; older ones are not kept. */
  mails: VisitorMailRow[];
  /** The latest first. */
  pages: VisitedPage[];
  /** Blocks that apply to the visitor. */
  blocks: BlockRow[];
  conversation: ConversationRecord | null;
}

/** One conversation in an export. Lists without a limit are `Parts`: they are read while the export is sent. */
export interface ConversationRecord {
  state: ConversationState;
  messages: Parts<Message>;
  /** Included although visitors never see notes: a person has a right to what was written about them. */
  notes: Parts<NoteRow>;
  /** An answer of the bot that was not sent. */
  suggestion: Suggestion | null;
  tickets: Parts<TicketRow>;
  callbacks: Parts<CallbackRow>;
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

const ROWS_A_READ = 50;

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
  const { tenantId } = session;
  const ofConversation = [tenantId, state.conversationId];
  return {
    state,
    messages: partsOf(
      0,
      ({ seq }) => seq,
      (afterSeq) => store.messages(session, { afterSeq, limit: ROWS_A_READ }),
    ),
    suggestion: await readSuggestion(sql, tenantId, state),
    notes: partsOf(
      '',
      ({ note_id }) => note_id,
      (after) =>
        sql.rows<NoteRow>(
          `SELECT ${listColumns(NOTES)} FROM notes
         WHERE tenant_id = ? AND conversation_id = ? AND note_id > ?
         ORDER BY note_id LIMIT ${ROWS_A_READ}`,
          [...ofConversation, after],
        ),
    ),
    tickets: partsOf(
      [0, ''] as const,
      ({ created_at, ticket_id }) => [created_at, ticket_id] as const,
      (after) =>
        sql.rows<TicketRow>(
          `SELECT ${listColumns(TICKETS)} FROM tickets
         WHERE tenant_id = ? AND conversation_id = ? AND (created_at, ticket_id) > (?, ?)
         ORDER BY created_at, ticket_id LIMIT ${ROWS_A_READ}`,
          [...ofConversation, ...after],
        ),
    ),
    callbacks: partsOf(
      Number.MIN_SAFE_INTEGER,
      ({ sequence }) => sequence,
      (after) =>
        sql.rows<CallbackRow>(
          `SELECT ${listColumns(EXPORTED_EVENT)} FROM callback_events
         WHERE tenant_id = ? AND conversation_id = ? AND sequence > ?
         ORDER BY sequence LIMIT ${ROWS_A_READ}`,
          [...ofConversation, after],
        ),
    ),
  };
}

/** Yields rows in order. Each part is read when the one before it has been consumed. */
async function* partsOf<Row, Key>(
  first: Key,
  keyOf: (row: Row) => Key,
  readAfter: (key: Key) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let key = first; ;) {
    const rows = await readAfter(key);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_A_READ) return;
    key = keyOf(last);
  }
}
