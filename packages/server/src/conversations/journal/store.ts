import type { Sql } from '../../platform/storage/sql';
import { placeholders } from '../../platform/storage/sql';
import {
  MESSAGE_COLUMNS,
  SITUATION_COLUMNS,
  SITUATION_TABLES,
  conversationOf,
  messageOf,
  sessionOf,
  type MessageRow,
  type SituationRow,
} from './rows';
import type { SessionKey } from '../../visitors/session';
import type { ConversationState, Message, SessionFacts } from '../rules/state';

export interface StoredConversation {
  session: SessionFacts;
  state: ConversationState;
}

export interface ConversationFilter {
  tenantIds: string[];
  status?: string;
  routingKey?: string;
  /** Of this identified user. */
  userId?: string;
  /** Assigned to one of these; an empty list: to no operator. */
  operatorIds?: string[];
  /** Part of a message, a user id or a name. */
  search?: string;
  limit: number;
  /** Rows older than this one: its last message's time and conversation. */
  before?: { at: number; conversationId: string };
}

/** Reads of conversations; writing is the journal's. */
export interface ConversationStore {
  ofSession(session: SessionKey): Promise<ConversationState | null>;
  /** A conversation, if it belongs to one of these tenants. */
  find(tenantIds: readonly string[], conversationId: string): Promise<StoredConversation | null>;
  list(filter: ConversationFilter): Promise<StoredConversation[]>;
  /** Conversations of these tenants with a message since this moment; every change of status writes one. */
  changedSince(tenantIds: readonly string[], moment: number): Promise<StoredConversation[]>;
  /** Sessions of these tenants that ended since this moment. */
  endedSince(tenantIds: readonly string[], moment: number): Promise<string[]>;
  /** Messages in order of `seq`: those after `afterSeq`, or the last ones before `beforeSeq`. */
  messages(session: SessionKey, range: MessageRange): Promise<Message[]>;
  /** Sessions that wait in a tenant's queue, first come, first served. */
  queue(tenantId: string): Promise<string[]>;
  /** Conversations that have waited for a bot's answer since `until` or longer, in pages: the longest first. */
  awaitingBot(until: number): AsyncIterable<StoredConversation[]>;
  /** Operators with conversations. */
  assignees(): Promise<string[]>;
  /** Conversations of an operator. */
  assignedTo(operatorId: string): Promise<StoredConversation[]>;
  lastVisitorMessage(session: SessionKey): Promise<Message | null>;
  /** The visitor's messages with `after < seq <= upTo`. */
  countVisitorMessages(session: SessionKey, after: number, upTo: number): Promise<number>;
}

export interface MessageRange {
  afterSeq?: number;
  beforeSeq?: number;
  limit: number;
}

const MAX_QUEUE_SHOWN = 1000;
const AWAITING_PAGE = 200;
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
    return rows.flatMap((row) => {
      const state = conversationOf(row);
      return state ? [{ session: sessionOf(row), state }] : [];
    });
  };

  return {
    ofSession: async ({ tenantId, sessionId }) => {
      const [found] = await select('s.tenant_id = ? AND s.session_id = ?', [tenantId, sessionId]);
      return found?.state ?? null;
    },

    find: async (tenantIds, conversationId) => {
      if (tenantIds.length === 0) return null;
      const [found] = await select(
        `c.tenant_id IN ${placeholders(1, tenantIds.length)} AND c.conversation_id = ?`,
        [...tenantIds, conversationId],
      );
      return found ?? null;
    },

    list: async (filter) => {
      if (filter.tenantIds.length === 0) return [];
      const where = [`c.tenant_id IN ${placeholders(1, filter.tenantIds.length)}`];
      const params: (string | number)[] = [...filter.tenantIds];
      const add = (condition: string, ...values: (string | number)[]) => {
        where.push(condition);
        params.push(...values);
      };
      if (filter.status !== undefined) add('c.status = ?', filter.status);
      if (filter.routingKey !== undefined) add('c.routing_key = ?', filter.routingKey);
      if (filter.userId !== undefined) add('s.user_id = ?', filter.userId);
      const { operatorIds } = filter;
      if (operatorIds?.length === 0) add('c.operator_id IS NULL');
      else if (operatorIds) {
        add(`c.operator_id IN ${placeholders(1, operatorIds.length)}`, ...operatorIds);
      }
      if (filter.search !== undefined) {
        const pattern = `%${filter.search.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
        add(
          `(LOWER(s.user_id) LIKE ? ESCAPE '!' OR LOWER(s.visitor_name) LIKE ? ESCAPE '!' OR EXISTS (
             SELECT 1 FROM messages m
             WHERE m.tenant_id = c.tenant_id AND m.session_id = c.session_id AND LOWER(m.content) LIKE ? ESCAPE '!'))`,
          pattern,
          pattern,
          pattern,
        );
      }
      if (filter.before) {
        const { at, conversationId } = filter.before;
        add(
          '(c.last_message_at < ? OR (c.last_message_at = ? AND c.conversation_id < ?))',
          at,
          at,
          conversationId,
        );
      }
      return select(
        `${where.join(' AND ')} ORDER BY c.last_message_at DESC, c.conversation_id DESC LIMIT ?`,
        [...params, filter.limit],
      );
    },

    changedSince: (tenantIds, moment) =>
      inParts(tenantIds, (some) =>
        select(`c.tenant_id IN ${placeholders(1, some.length)} AND c.last_message_at >= ?`, [
          ...some,
          moment,
        ]),
      ),

    endedSince: (tenantIds, moment) =>
      inParts(tenantIds, async (some) => {
        const rows = await sql.rows<{ session_id: string }>(
          `SELECT session_id FROM visitor_sessions
           WHERE tenant_id IN ${placeholders(1, some.length)} AND ended_at >= ?`,
          [...some, moment],
        );
        return rows.map((row) => row.session_id);
      }),

    messages: async ({ tenantId, sessionId }, { afterSeq, beforeSeq, limit }) => {
      const columns = MESSAGE_COLUMNS.join(', ');
      const isForward = afterSeq !== undefined;
      const rows = await sql.rows<MessageRow>(
        `SELECT ${columns} FROM messages
         WHERE tenant_id = ? AND session_id = ? AND seq > ? AND seq < ?
         ORDER BY seq ${isForward ? 'ASC' : 'DESC'} LIMIT ?`,
        [tenantId, sessionId, afterSeq ?? 0, beforeSeq ?? Number.MAX_SAFE_INTEGER, limit],
      );
      const messages = rows.map(messageOf);
      return isForward ? messages : messages.reverse();
    },

    queue: async (tenantId) => {
      const rows = await sql.rows<{ session_id: string }>(
        `SELECT session_id FROM conversations WHERE tenant_id = ? AND status = 'WAITING'
         ORDER BY waiting_since, session_id LIMIT ${MAX_QUEUE_SHOWN}`,
        [tenantId],
      );
      return rows.map((row) => row.session_id);
    },

    awaitingBot: async function* (until) {
      let last: readonly [since: number, sessionId: string] = [0, ''];
      for (;;) {
        const page = await select(
          `c.awaiting_bot_since <= ?
           AND (c.awaiting_bot_since > ? OR (c.awaiting_bot_since = ? AND c.session_id > ?))
           ORDER BY c.awaiting_bot_since, c.session_id LIMIT ${AWAITING_PAGE}`,
          [until, last[0], last[0], last[1]],
        );
        if (page.length > 0) yield page;
        const end = page.at(-1);
        if (!end || page.length < AWAITING_PAGE) return;
        last = [end.state.awaitingBotSince ?? until, end.session.sessionId];
      }
    },

    assignees: async () => {
      const rows = await sql.rows<{ operator_id: string }>(
        'SELECT DISTINCT operator_id FROM conversations WHERE operator_id IS NOT NULL',
      );
      return rows.map((row) => row.operator_id);
    },

    assignedTo: (operatorId) => select("c.operator_id = ? AND c.status = 'ASSIGNED'", [operatorId]),

    countVisitorMessages: async ({ tenantId, sessionId }, after, upTo) => {
      const [row] = await sql.rows<{ n: number }>(
        `SELECT COUNT(*) AS n FROM messages
         WHERE tenant_id = ? AND session_id = ? AND seq > ? AND seq <= ? AND sender = 'visitor'`,
        [tenantId, sessionId, after, upTo],
      );
      return Number(row?.n ?? 0);
    },

    lastVisitorMessage: async ({ tenantId, sessionId }) => {
      const [row] = await sql.rows<MessageRow>(
        `SELECT ${MESSAGE_COLUMNS.join(', ')} FROM messages
         WHERE tenant_id = ? AND session_id = ? AND sender = 'visitor'
         ORDER BY seq DESC LIMIT 1`,
        [tenantId, sessionId],
      );
      return row ? messageOf(row) : null;
    },
  };
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
