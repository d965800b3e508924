import { readCursor, toPage, type PageOf } from '../../platform/http/paging';
import type { Sql, SqlValue } from '../../platform/storage/sql';
import { happenedBetween } from '../events/event-time';
import type { CallbacksQuery, CallbackState } from './schemas';

/** A stored event, as shown to developers. */
export interface CallbackRow {
  tenant_id: string;
  conversation_id: string;
  sequence: number;
  event_id: string;
  event: string;
  body: Buffer;
  state: CallbackState;
  attempts: number;
  outcome: string | null;
  due_at: number | null;
  replay_of: string | null;
  created_at: number;
  settled_at: number | null;
}

const CALLBACK_COLUMNS =
  'tenant_id, conversation_id, sequence, event_id, event, body, state, attempts, outcome, due_at, ' +
  'replay_of, created_at, settled_at';

/** A tenant's events, newest first by default: their ids begin with the time. */
export async function listCallbacks(sql: Sql, query: CallbacksQuery): Promise<PageOf<CallbackRow>> {
  const isAscending = query.order === 'asc';
  const [goOnAt] = readCursor(query.cursor, 'string') ?? [null];
  const where = ['tenant_id = ?'];
  const params: SqlValue[] = [query.tenant_id];
  const add = (condition: string, value: SqlValue | undefined | null) => {
    if (value === undefined || value === null) return;
    where.push(condition);
    params.push(value);
  };
  add(isAscending ? 'event_id > ?' : 'event_id < ?', goOnAt);
  add('state = ?', query.state);
  add('event = ?', query.event);
  add('conversation_id = ?', query.conversation_id);
  const since = query.since === undefined ? undefined : Date.parse(query.since);
  const until = query.until === undefined ? undefined : Date.parse(query.until);
  for (const [condition, ...values] of happenedBetween({ since, until })) {
    where.push(condition);
    params.push(...values);
  }
  const direction = isAscending ? 'ASC' : 'DESC';
  const rows = await sql.rows<CallbackRow>(
    `SELECT ${CALLBACK_COLUMNS} FROM callback_events WHERE ${where.join(' AND ')}
     ORDER BY tenant_id ${direction}, event_id ${direction} LIMIT ?`,
    [...params, query.limit + 1],
  );
  const page = toPage(rows, query.limit, ({ event_id }) => [event_id]);
  const sorted = page.rows.toSorted(earliestFirst);
  return { ...page, rows: isAscending ? sorted : sorted.reverse() };
}

/** Ids of the same millisecond have no order, but a conversation's events do. */
function earliestFirst(a: CallbackRow, b: CallbackRow): number {
  return a.created_at - b.created_at || a.sequence - b.sequence;
}

/** An event of a tenant in one of the account's workspaces, for any role. */
export async function findCallback(
  sql: Sql,
  accountId: string,
  eventId: string,
): Promise<(CallbackRow & { workspace_id: string }) | null> {
  const columns = CALLBACK_COLUMNS.split(', ').map((column) => `event.${column}`);
  const [row] = await sql.rows<CallbackRow & { workspace_id: string }>(
    `SELECT ${columns.join(', ')}, tenant.workspace_id FROM memberships member
     JOIN tenants tenant ON tenant.workspace_id = member.workspace_id
     JOIN callback_events event ON event.tenant_id = tenant.tenant_id AND event.event_id = ?
     WHERE member.account_id = ?`,
    [eventId, accountId],
  );
  return row ?? null;
}
