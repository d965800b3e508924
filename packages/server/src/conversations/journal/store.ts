import type { Sql } from '../../platform/storage/sql';
import { placeholders } from '../../platform/storage/sql';
import { listColumns } from '../../platform/storage/table';
import {
  MESSAGES,
  SITUATION_COLUMNS,
  SITUATION_TABLES,
  conversationOf,
  messageOf,
  sessionOf,
  type MessageRow,
  type RemovedMessageRow,
  type SituationRow,
} from './model';
import { readPages, type VisitedPage } from '../../visitors/pages/pages';
import type { TakenOver } from '../../visitors/take-over';
import type { SessionKey } from '../../visitors/session';
import type { ConversationState, Message, SessionFacts, Suggestion } from '../rules/state';
import { listConversations, type ConversationFilter } from './list';
import { readRemovedSeqs, readRemovedSince } from './removed-messages';
import { readSuggestion } from './suggestions';

export interface StoredConversation {
  session: SessionFacts;
  state: ConversationState;
}

/** Reads conversations; only the journal writes them. */
export interface ConversationStore {
  ofSession(session: SessionKey): Promise<ConversationState | null>;
  withSession(session: SessionKey): Promise<StoredConversation | null>;
  /** A conversation, if it belongs to one of these tenants. */
  find(tenantIds: readonly string[], conversationId: string): Promise<StoredConversation | null>;
  list(filter: ConversationFilter): Promise<StoredConversation[]>;
  /** The last pages that the visitor was on, the latest first. */
  pages(session: SessionKey): Promise<VisitedPage[]>;
  /**
   * Conversations of these tenants with a message since this moment, in pages, the latest first. Every change of status
   * writes a message. A change during the read may be missing; a read from the start of this one finds it.
   */
  changedSince(tenantIds: readonly string[], moment: number): AsyncIterable<StoredConversation[]>;
  endedSince(tenantIds: readonly string[], moment: number): Promise<string[]>;
  /** Sessions of these tenants whose tokens ended since this moment, because of a mailed link. */
  takenOverSince(tenantIds: readonly string[], moment: number): Promise<TakenOver[]>;
  removedSince(tenantIds: readonly string[], moment: number): Promise<RemovedMessageRow[]>;
  /** The `seq` of the session's removed messages up to this one; null: too many to list. */
  removedSeqs(session: SessionKey, upTo: number): Promise<number[] | null>;
  /** Messages in order of `seq`: those after `afterSeq`, or the last ones before `beforeSeq`. */
  messages(session: SessionKey, range: MessageRange): Promise<Message[]>;
  /** First `seq` of the longest run of messages up to `lastSeq` whose texts have at most `maxBytes` together. */
  firstSeqWithin(session: SessionKey, lastSeq: number, maxBytes: number): Promise<number>;
  /** Sessions that wait in a tenant's queue, first come, first served. */
  queue(tenantId: string): Promise<string[]>;
  /** Conversations in a tenant's queue, the longest wait first. */
  waiting(tenantId: string, limit: number): Promise<StoredConversation[]>;
  /** Conversations that have waited for a bot's answer since `until` or longer, in pages: the longest first. */
  awaitingBot(until: number): AsyncIterable<StoredConversation[]>;
  /** Conversations whose snooze ended before `until`, the oldest first, at most 200. */
  snoozedBefore(until: number): Promise<StoredConversation[]>;
  assignees(): Promise<string[]>;
  assignedTo(operatorId: string): Promise<StoredConversation[]>;
  /** The bot's suggestion; null once an operator has the conversation. */
  suggestion(conversation: StoredConversation): Promise<Suggestion | null>;
  lastVisitorMessage(session: SessionKey): Promise<Message | null>;
  /** The visitor's messages with `after < seq <= upTo`. */
  visitorSeqs(session: SessionKey, after: number, upTo: number): Promise<number[]>;
}

export interface MessageRange {
  afterSeq?: number;
  beforeSeq?: number;
  limit: number;
}

const MESSAGE_COLUMNS = listColumns(MESSAGES);
const MAX_QUEUE_SHOWN = 1000;
const AWAITING_PAGE = 200;
const CHANGED_PAGE = 200;
const LENGTHS_A_READ = 1_000;
const TENANTS_A_READ = 500;

export function createConversationStore(sql: Sql): ConversationStore {
  const select = async (
    where: string,
    params: (string | number)[],
  ): Promise<StoredConversation[]> => {
    const rows = await sql.rows<SituationRow>(
      `SELECT ${SITUATION_COLUMNS} FROM ${SITUATION_TABLES} WHERE c.conversation_id IS NOT NULL AND ${where}`,
      params,
    );
    return rows.flatMap(storedOf);
  };

  const withSession = async ({ tenantId, sessionId }: SessionKey) => {
    const [found] = await select('s.tenant_id = ? AND s.session_id = ?', [tenantId, sessionId]);
    return found ?? null;
  };

  return {
    ofSession: async (session) => (await withSession(session))?.state ?? null,

    withSession,

    find: async (tenantIds, conversationId) => {
      if (tenantIds.length === 0) return null;
      const [found] = await select(
        `c.tenant_id IN ${placeholders(1, tenantIds.length)} AND c.conversation_id = ?`,
        [...tenantIds, conversationId],
      );
      return found ?? null;
    },

    pages: async ({ tenantId, sessionId }) => {
      const [row] = await sql.rows<Parameters<typeof readPages>[0]>(
        'SELECT current_page, earlier_pages FROM visitor_sessions WHERE tenant_id = ? AND session_id = ?',
        [tenantId, sessionId],
      );
      return row ? readPages(row) : [];
    },

    list: async (filter) => (await listConversations(sql, filter)).flatMap(storedOf),

    changedSince: async function* (tenantIds, moment) {
      for (let first = 0; first < tenantIds.length; first += TENANTS_A_READ) {
        const some = tenantIds.slice(first, first + TENANTS_A_READ);
        const wanted = { tenantIds: some, since: moment, limit: CHANGED_PAGE };
        let before: ConversationFilter['before'];
        for (;;) {
          const rows = await listConversations(sql, { ...wanted, ...(before && { before }) });
          const page = rows.flatMap(storedOf);
          if (page.length > 0) yield page;
          const end = page.at(-1);
          if (!end || page.length < CHANGED_PAGE) break;
          const { conversationId, lastMessageAt } = end.state;
          before = { at: lastMessageAt ?? moment, conversationId };
        }
      }
    },

    endedSince: (tenantIds, moment) =>
      inParts(tenantIds, async (some) => {
        const rows = await sql.rows<{ session_id: string }>(
          `SELECT session_id FROM visitor_sessions
           WHERE tenant_id IN ${placeholders(1, some.length)} AND ended_at >= ?`,
          [...some, moment],
        );
        return rows.map((row) => row.session_id);
      }),

    takenOverSince: (tenantIds, moment) =>
      inParts(tenantIds, async (some) => {
        const rows = await sql.rows<{ session_id: string; token_version: number }>(
          `SELECT session_id, token_version FROM visitor_sessions
           WHERE tenant_id IN ${placeholders(1, some.length)} AND taken_over_at >= ?`,
          [...some, moment],
        );
        return rows.map((row) => ({
          sessionId: row.session_id,
          tokenVersion: row.token_version,
        }));
      }),

    removedSince: (tenantIds, moment) =>
      inParts(tenantIds, (some) => readRemovedSince(sql, some, moment)),

    removedSeqs: (session, upTo) => readRemovedSeqs(sql, session, upTo),

    messages: async ({ tenantId, sessionId }, { afterSeq, beforeSeq, limit }) => {
      const isForward = afterSeq !== undefined;
      const rows = await sql.rows<MessageRow>(
        `SELECT ${MESSAGE_COLUMNS} FROM messages
         WHERE tenant_id = ? AND session_id = ? AND seq > ? AND seq < ?
         ORDER BY seq ${isForward ? 'ASC' : 'DESC'} LIMIT ?`,
        [tenantId, sessionId, afterSeq ?? 0, beforeSeq ?? Number.MAX_SAFE_INTEGER, limit],
      );
      const messages = rows.map(messageOf);
      return isForward ? messages : messages.reverse();
    },

    firstSeqWithin: async ({ tenantId, sessionId }, lastSeq, maxBytes) => {
      let first = lastSeq + 1;
      for (let left = maxBytes; first > 1;) {
        const rows = await sql.rows<{ seq: number; bytes: number }>(
          `SELECT seq, OCTET_LENGTH(content) AS bytes FROM messages
           WHERE tenant_id = ? AND session_id = ? AND seq < ? ORDER BY seq DESC LIMIT ${LENGTHS_A_READ}`,
          [tenantId, sessionId, first],
        );
        for (const { seq, bytes } of rows) {
          left -= Number(bytes);
          if (left < 0) return first;
          first = seq;
        }
        if (rows.length < LENGTHS_A_READ) break;
      }
      return first;
    },

    suggestion: ({ session, state }) => readSuggestion(sql, session.tenantId, state),

    queue: async (tenantId) => {
      const rows = await sql.rows<{ session_id: string }>(
        `SELECT session_id FROM conversations WHERE tenant_id = ? AND status = 'WAITING'
         ORDER BY waiting_since, session_id LIMIT ${MAX_QUEUE_SHOWN}`,
        [tenantId],
      );
      return rows.map((row) => row.session_id);
    },

    waiting: (tenantId, limit) =>
      select(
        `c.tenant_id = ? AND c.status = 'WAITING' ORDER BY c.waiting_since, c.session_id LIMIT ?`,
        [tenantId, limit],
      ),

    awaitingBot: async function* (until) {
      let last: readonly [since: number, tenantId: string, sessionId: string] = [0, '', ''];
      for (;;) {
        const page = await select(
          `c.awaiting_bot_since BETWEEN ? AND ?
           AND (c.awaiting_bot_since, c.tenant_id, c.session_id) > (?, ?, ?)
           ORDER BY c.awaiting_bot_since, c.tenant_id, c.session_id LIMIT ${AWAITING_PAGE}`,
          [last[0], until, ...last],
        );
        if (page.length > 0) yield page;
        const end = page.at(-1);
        if (!end || page.length < AWAITING_PAGE) return;
        const { tenantId, sessionId } = end.session;
        last = [end.state.awaitingBotSince ?? until, tenantId, sessionId];
      }
    },

    snoozedBefore: (until) =>
      select(
        `c.snoozed_until <= ? ORDER BY c.snoozed_until, c.tenant_id, c.session_id LIMIT ${AWAITING_PAGE}`,
        [until],
      ),

    assignees: async () => {
      const rows = await sql.rows<{ operator_id: string }>(
        `SELECT DISTINCT operator_id FROM conversations
         WHERE status = 'ASSIGNED' AND operator_id IS NOT NULL`,
      );
      return rows.map((row) => row.operator_id);
    },

    assignedTo: (operatorId) => select("c.operator_id = ? AND c.status = 'ASSIGNED'", [operatorId]),

    visitorSeqs: async ({ tenantId, sessionId }, after, upTo) => {
      const rows = await sql.rows<{ seq: number }>(
        `SELECT seq FROM messages
         WHERE tenant_id = ? AND session_id = ? AND seq > ? AND seq <= ? AND sender = 'visitor'`,
        [tenantId, sessionId, after, upTo],
      );
      return rows.map(({ seq }) => seq);
    },

    lastVisitorMessage: async ({ tenantId, sessionId }) => {
      const [row] = await sql.rows<MessageRow>(
        `SELECT ${MESSAGE_COLUMNS} FROM messages
         WHERE tenant_id = ? AND session_id = ? AND sender = 'visitor'
         ORDER BY seq DESC LIMIT 1`,
        [tenantId, sessionId],
      );
      return row ? messageOf(row) : null;
    },
  };
}

function storedOf(row: SituationRow): StoredConversation[] {
  const state = conversationOf(row);
  return state ? [{ session: sessionOf(row), state }] : [];
}

async function inParts<Row>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += TENANTS_A_READ) {
    rows.push(...(await read(ids.slice(start, start + TENANTS_A_READ))));
  }
  return rows;
}
