import { allOf, among, equal, firstOfRanges, type Range } from '../../platform/storage/ranges';
import type { Sql } from '../../platform/storage/sql';
import type { SqlValue } from '../../platform/storage/table';
import { CONVERSATION_STATUSES } from '../rules/state';
import { SITUATION_COLUMNS, SITUATION_TABLES, type SituationRow } from './model';

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

/** The conversations that match, the latest first. */
export async function listConversations(
  sql: Sql,
  filter: ConversationFilter,
): Promise<SituationRow[]> {
  if (filter.tenantIds.length === 0) return [];
  const page = firstOfRanges({
    dialect: sql.dialect,
    columns: 'c.tenant_id, c.conversation_id, c.last_message_at',
    ...sourceOf(filter),
    ranges: rangesOf(filter),
    order: 'last_message_at DESC, conversation_id DESC',
    limit: filter.limit,
  });
  return sql.rows<SituationRow>(
    `SELECT ${SITUATION_COLUMNS} FROM (${page.sql}) page JOIN ${SITUATION_TABLES}
     WHERE c.tenant_id = page.tenant_id AND c.conversation_id = page.conversation_id
     ORDER BY page.last_message_at DESC, page.conversation_id DESC`,
    page.params,
  );
}

const SAME_SESSION = 's.tenant_id = c.tenant_id AND s.session_id = c.session_id';

/** The index that leads to what is asked for: by user, by operator, or by tenant. */
function sourceOf({ userId, operatorIds, search }: ConversationFilter) {
  if (userId !== undefined) {
    return {
      from: 'visitor_sessions s',
      index: 'visitor_sessions_user',
      join: `JOIN conversations c ON ${SAME_SESSION}`,
    };
  }
  return {
    from: 'conversations c',
    index: operatorIds?.length ? 'conversations_operator' : 'conversations_recent',
    ...(search !== undefined && { join: `JOIN visitor_sessions s ON ${SAME_SESSION}` }),
  };
}

function rangesOf(filter: ConversationFilter): Range[] {
  const { tenantIds, userId, operatorIds = [] } = filter;
  const rest = restOf(filter);
  const statuses = filter.status === undefined ? CONVERSATION_STATUSES : [filter.status];
  const hasOperators = operatorIds.length > 0;
  if (userId !== undefined) {
    // A user's conversations are few enough to be sorted.
    const ofUser = [equal('s.user_id', userId), among('c.status', statuses)];
    if (hasOperators) ofUser.push(among('c.operator_id', operatorIds));
    return tenantIds.map((id) => allOf([equal('s.tenant_id', id), ...ofUser, ...rest]));
  }
  const starts = hasOperators
    ? operatorIds.map((id) => [equal('c.operator_id', id), among('c.tenant_id', tenantIds)])
    : tenantIds.map((id) => [equal('c.tenant_id', id)]);
  return statuses.flatMap((status) =>
    starts.map((start) => allOf([equal('c.status', status), ...start, ...rest])),
  );
}

/** What a range is searched for, row by row. */
function restOf({ routingKey, operatorIds, search, before }: ConversationFilter): Range[] {
  const rest: Range[] = [];
  const add = (where: string, ...params: SqlValue[]) => rest.push({ where, params });
  if (routingKey !== undefined) add('c.routing_key = ?', routingKey);
  if (operatorIds?.length === 0) add('c.operator_id IS NULL');
  if (search !== undefined) {
    const pattern = `%${search.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
    add(
      `(LOWER(s.user_id) LIKE ? ESCAPE '!' OR LOWER(s.visitor_name) LIKE ? ESCAPE '!' OR EXISTS (
         SELECT 1 FROM messages m WHERE m.tenant_id = c.tenant_id AND m.session_id = c.session_id
           AND LOWER(m.content) LIKE ? ESCAPE '!'))`,
      pattern,
      pattern,
      pattern,
    );
  }
  if (before) {
    const { at, conversationId } = before;
    // The first condition says it to the index, too.
    add(
      'c.last_message_at <= ? AND (c.last_message_at, c.conversation_id) < (?, ?)',
      at,
      at,
      conversationId,
    );
  }
  return rest;
}
