import {
  allOf,
  among,
  equal,
  firstOfRanges,
  THEN_JOIN,
  type Range,
} from '../../platform/storage/ranges';
import type { Sql } from '../../platform/storage/sql';
import type { SqlValue } from '../../platform/storage/table';
import { hasWords } from '../../search/model';
import type { FoundDocument } from '../../search/search-index';
import { searchIndexOf } from '../../search/search-index-of';
import type { QueryWord } from '../../search/words';
import { CONVERSATION_STATUSES } from '../rules/state';
import { SITUATION_COLUMNS, type SituationRow } from './model';

export interface ConversationFilter {
  tenantIds: string[];
  status?: string;
  routingKey?: string;
  tagKey?: string;
  userId?: string;
  /** Assigned to one of these operators; an empty list: to none. */
  operatorIds?: string[];
  /** Words that all occur in the messages or in facts about the visitor. */
  words?: readonly QueryWord[];
  limit: number;
  /** True: only snoozed conversations; false: only others. */
  snoozed?: boolean;
  /** In ms: conversations whose snooze ends later count as snoozed. */
  now?: number;
  /** In ms: only conversations with a message at this moment or later. */
  since?: number;
  /** Last conversation of the page before, with the time of its last message. */
  before?: { at: number; conversationId: string };
}

export async function listConversations(
  sql: Sql,
  filter: ConversationFilter,
): Promise<SituationRow[]> {
  if (filter.tenantIds.length === 0 || filter.words?.length === 0) return [];
  const found = await find(sql, filter);
  if (found?.length === 0) return [];
  const page = firstOfRanges({
    dialect: sql.dialect,
    ...(found
      ? { ...OF_FOUND, index: INDEX_BY_ID[sql.dialect], ranges: foundIn(found, filter) }
      : { ...sourceOf(filter), ranges: rangesOf(filter) }),
    order: 'last_message_at DESC, conversation_id DESC',
    limit: filter.limit,
  });
  // Fixed order of joins: with old statistics, MariaDB reads all sessions of a tenant for each row of the page.
  const thenJoin = THEN_JOIN[sql.dialect];
  return sql.rows<SituationRow>(
    `SELECT ${SITUATION_COLUMNS} FROM (${page.sql}) page
     ${thenJoin} conversations c
       ON c.tenant_id = page.tenant_id AND c.conversation_id = page.conversation_id
     ${thenJoin} visitor_sessions s ON s.tenant_id = c.tenant_id AND s.session_id = c.session_id
     LEFT JOIN tickets t ON t.tenant_id = c.tenant_id AND t.ticket_id = c.ticket_id
     ORDER BY page.last_message_at DESC, page.conversation_id DESC`,
    page.params,
  );
}

/** Limit of matches that are sorted. A search that finds more looks through the latest conversations instead. */
const MAX_SORTED = 1_000;
/** Index by conversation id. It belongs to a constraint without a name, so each database names it differently. */
const INDEX_BY_ID = { sqlite: 'sqlite_autoindex_conversations_2', mysql: 'tenant_id' };

/** Matches in the search index; null: too many, or the index is not used. */
async function find(
  sql: Sql,
  { words, tenantIds, userId }: ConversationFilter,
): Promise<FoundDocument[] | null> {
  if (words === undefined || userId !== undefined) return null;
  return searchIndexOf(sql.dialect).find(sql, { tenantIds, words, limit: MAX_SORTED });
}

function foundIn(found: readonly FoundDocument[], filter: ConversationFilter): Range[] {
  const { status, operatorIds = [] } = filter;
  const { words: _found, ...unfound } = filter;
  const rest = restOf(unfound);
  if (status !== undefined) rest.push(equal('c.status', status));
  if (operatorIds.length > 0) rest.push(among('c.operator_id', operatorIds));
  const byTenant = new Map<string, string[]>();
  for (const { tenant_id, conversation_id } of found) {
    byTenant.set(tenant_id, [...(byTenant.get(tenant_id) ?? []), conversation_id]);
  }
  return [...byTenant].map(([tenantId, ids]) =>
    allOf([equal('c.tenant_id', tenantId), among('c.conversation_id', ids), ...rest]),
  );
}

const COLUMNS = 'c.tenant_id, c.conversation_id AS conversation_id, c.last_message_at';
const OF_FOUND = { columns: COLUMNS, from: 'conversations c' };
const SNOOZABLE = ['WAITING', 'ASSIGNED'] as const;
const SAME_SESSION = 's.tenant_id = c.tenant_id AND s.session_id = c.session_id';
const TAGGED = 'g.tenant_id = c.tenant_id AND g.conversation_id = c.conversation_id';
const SAME_CONVERSATION = 'd.tenant_id = c.tenant_id AND d.conversation_id = c.conversation_id';

/** Table and index to read: by tag, by user, by operator, or by tenant. */
function sourceOf(filter: ConversationFilter) {
  const { userId, operatorIds, words } = filter;
  const ofWords = words ? ` JOIN search_documents d ON ${SAME_CONVERSATION}` : '';
  if (isByTag(filter)) {
    return {
      columns:
        'g.tenant_id, g.conversation_id AS conversation_id, g.last_message_at AS last_message_at',
      from: 'conversation_tags g',
      index: 'conversation_tags_recent',
      join: `JOIN conversations c ON ${TAGGED}${ofWords}`,
    };
  }
  if (userId !== undefined) {
    return {
      columns: COLUMNS,
      from: 'visitor_sessions s',
      index: 'visitor_sessions_user',
      join: `JOIN conversations c ON ${SAME_SESSION}${ofWords}`,
    };
  }
  return {
    columns: COLUMNS,
    from: 'conversations c',
    index: operatorIds?.length ? 'conversations_operator' : 'conversations_recent',
    join: ofWords,
  };
}

/** Whether to read by tag: only without a user or an operator, who have fewer conversations than a tag may have. */
function isByTag({ tagKey, userId, operatorIds }: ConversationFilter): boolean {
  return tagKey !== undefined && userId === undefined && !operatorIds?.length;
}

function rangesOf(filter: ConversationFilter): Range[] {
  const { tenantIds, tagKey, userId, operatorIds = [] } = filter;
  const statuses = statusesOf(filter);
  if (tagKey !== undefined && isByTag(filter)) {
    const rest = restOf(filter, 'g');
    return statuses.flatMap((status) =>
      tenantIds.map((id) =>
        allOf([
          equal('g.tenant_id', id),
          equal('g.tag_key', tagKey),
          equal('g.status', status),
          // A node of an older version changes the status of the conversation, and not of its tags.
          equal('c.status', status),
          ...rest,
        ]),
      ),
    );
  }
  const rest = restOf(filter);
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

/** Statuses to read. Only waiting and assigned conversations can be snoozed: the others are not looked through. */
function statusesOf({ status, snoozed }: ConversationFilter): readonly string[] {
  if (status !== undefined) return [status];
  return snoozed === true ? SNOOZABLE : CONVERSATION_STATUSES;
}

/**
 * Conditions that are checked row by row.
 * @param place the table whose index is read and gives the order
 */
function restOf(filter: ConversationFilter, place: 'c' | 'g' = 'c'): Range[] {
  const { routingKey, tagKey, operatorIds, words, snoozed, now = 0, since, before } = filter;
  const rest: Range[] = [];
  const add = (where: string, ...params: SqlValue[]) => rest.push({ where, params });
  if (routingKey !== undefined) add('c.routing_key = ?', routingKey);
  if (operatorIds?.length === 0) add('c.operator_id IS NULL');
  if (tagKey !== undefined && place === 'c') {
    add(`EXISTS (SELECT 1 FROM conversation_tags g WHERE ${TAGGED} AND g.tag_key = ?)`, tagKey);
  }
  if (words) rest.push(hasWords('d.words', words));
  if (snoozed === true) add('c.snoozed_until > ?', now);
  if (snoozed === false) add('(c.snoozed_until IS NULL OR c.snoozed_until <= ?)', now);
  if (since !== undefined) add(`${place}.last_message_at >= ?`, since);
  if (before) {
    const { at, conversationId } = before;
    // The first condition follows from the second: it is there for the index.
    add(
      `${place}.last_message_at <= ? AND (${place}.last_message_at, ${place}.conversation_id) < (?, ?)`,
      at,
      at,
      conversationId,
    );
  }
  return rest;
}
