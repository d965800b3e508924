import { readCursor, toPage, type PageOf } from '../../platform/http/paging';
import { firstOfRanges, type Range } from '../../platform/storage/ranges';
import type { Sql } from '../../platform/storage/sql';
import { listColumns, pickColumns, type RowOf } from '../../platform/storage/table';
import { eventRanges } from './event-ranges';
import { happenedBetween } from '../events/event-time';
import { CALLBACK_EVENTS } from '../events/model';
import type { CallbacksQuery } from './schemas';

const SHOWN_EVENT = pickColumns(
  CALLBACK_EVENTS,
  'tenant_id',
  'conversation_id',
  'sequence',
  'event_id',
  'event',
  'body',
  'state',
  'attempts',
  'outcome',
  'due_at',
  'replay_of',
  'created_at',
  'settled_at',
);
export type CallbackRow = RowOf<typeof SHOWN_EVENT>;

/** Lists a tenant's events, newest first by default, by their ids, which begin with the time. */
export async function listCallbacks(sql: Sql, query: CallbacksQuery): Promise<PageOf<CallbackRow>> {
  const isAscending = query.order === 'asc';
  const order = isAscending ? 'event_id ASC' : 'event_id DESC';
  const page = firstOfRanges({
    dialect: sql.dialect,
    columns: 'tenant_id, event_id',
    from: 'callback_events',
    ...eventRanges(
      {
        tenantId: query.tenant_id,
        conversationId: query.conversation_id,
        states: query.state && [query.state],
        event: query.event,
      },
      restOf(query),
    ),
    order,
    limit: query.limit + 1,
  });
  const rows = await sql.rows<CallbackRow>(
    `SELECT ${listColumns(SHOWN_EVENT, 'event')} FROM (${page.sql}) page
     JOIN callback_events event ON event.tenant_id = page.tenant_id AND event.event_id = page.event_id
     ORDER BY page.${order}`,
    page.params,
  );
  const cut = toPage(rows, query.limit, ({ event_id }) => [event_id]);
  const sorted = cut.rows.toSorted(earliestFirst);
  return { ...cut, rows: isAscending ? sorted : sorted.reverse() };
}

function restOf({ cursor, order, ...query }: CallbacksQuery): Range[] {
  const [last] = readCursor(cursor, 'string') ?? [];
  const since = query.since === undefined ? undefined : Date.parse(query.since);
  const until = query.until === undefined ? undefined : Date.parse(query.until);
  const after = order === 'asc' ? 'event_id > ?' : 'event_id < ?';
  return [
    ...(last === undefined ? [] : [{ where: after, params: [last] }]),
    ...happenedBetween({ since, until }).map(([where, ...params]) => ({ where, params })),
  ];
}

/** Orders by sequence, because ids of the same millisecond have no order. */
function earliestFirst(a: CallbackRow, b: CallbackRow): number {
  return a.created_at - b.created_at || a.sequence - b.sequence;
}

/** Finds an event of a tenant in one of the account's workspaces, for any role. */
export async function findCallback(
  sql: Sql,
  accountId: string,
  eventId: string,
): Promise<(CallbackRow & { workspace_id: string }) | null> {
  const [row] = await sql.rows<CallbackRow & { workspace_id: string }>(
    `SELECT ${listColumns(SHOWN_EVENT, 'event')}, tenant.workspace_id FROM memberships member
     JOIN tenants tenant ON tenant.workspace_id = member.workspace_id
     JOIN callback_events event ON event.tenant_id = tenant.tenant_id AND event.event_id = ?
     WHERE member.account_id = ?`,
    [eventId, accountId],
  );
  return row ?? null;
}
