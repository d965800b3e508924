import type { Row, Status } from './wire';

/** Rows by conversation, each with the state's revision at which it came. */
export type Rows = ReadonlyMap<string, { row: Row; revision: number }>;

const MAX_ROWS = 2_000;

/** The newer of what is known and what came: an answer may be older than an update it raced with. */
function newer(known: Row | undefined, row: Row): Row {
  if (!known) return row;
  const isOlder =
    row.owner_epoch < known.owner_epoch ||
    row.last_seq < known.last_seq ||
    row.claim_count < known.claim_count;
  const latest = isOlder ? known : row;
  return {
    ...latest,
    visitor_read_seq: Math.max(row.visitor_read_seq, known.visitor_read_seq),
    agent_read_seq: Math.max(row.agent_read_seq, known.agent_read_seq),
  };
}

/** The rows with `row` among them. What nobody works on goes first when there are too many. */
export function putRow(rows: Rows, row: Row, revision: number): Rows {
  const id = row.conversation_id;
  const put = new Map(rows).set(id, { row: newer(rows.get(id)?.row, row), revision });
  for (const [oldId, { row: old }] of put) {
    if (put.size <= MAX_ROWS) break;
    if (!isActive(old) && oldId !== id) put.delete(oldId);
  }
  return put;
}

/**
 * The rows after everything active was fetched: what the relay no longer lists as active has gone,
 * unless it came by the feed after the fetch began (`since`).
 */
export function replaceActive(
  rows: Rows,
  fetched: readonly Row[],
  since: number,
  revision: number,
): Rows {
  const listed = new Set(fetched.map((row) => row.conversation_id));
  const kept: Rows = new Map(
    [...rows].filter(
      ([id, entry]) => listed.has(id) || !isActive(entry.row) || entry.revision > since,
    ),
  );
  return fetched.reduce((all, row) => putRow(all, row, revision), kept);
}

function isActive({ status }: Row): boolean {
  return status === 'WAITING' || status === 'ASSIGNED';
}

export function isMine(row: Row, operatorIds: readonly string[]): boolean {
  return row.operator_id !== null && operatorIds.includes(row.operator_id);
}

export function hasUnread(row: Row): boolean {
  return row.last_seq > row.agent_read_seq;
}

const RANK: Record<Status, number> = { WAITING: 1, ASSIGNED: 2, BOT: 3, RESOLVED: 4 };

/** What the list shows, in order: yours, the queue with the longest wait first, others', the rest. */
export function listRows(
  rows: Rows,
  options: { operatorIds: readonly string[]; showsAll: boolean; tenantId: string | null },
): Row[] {
  const rank = (row: Row): number => (isMine(row, options.operatorIds) ? 0 : RANK[row.status]);
  return [...rows.values()]
    .map(({ row }) => row)
    .filter((row) => options.showsAll || isActive(row))
    .filter((row) => options.tenantId === null || row.tenant_id === options.tenantId)
    .toSorted((a, b) => rank(a) - rank(b) || compareWithin(a, b));
}

function compareWithin(a: Row, b: Row): number {
  const id = compare(a.conversation_id, b.conversation_id);
  if (a.status === 'WAITING') return compare(a.waiting_since, b.waiting_since) || id;
  if (a.status === 'ASSIGNED') return compare(a.claimed_at, b.claimed_at) || id;
  return compare(b.last_message_at, a.last_message_at) || id;
}

function compare(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}
