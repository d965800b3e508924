import type { ConversationStatus } from '@chat-relay/widget-sdk/frames';
import type { Row } from './wire';

/** Rows by conversation id. */
export type Rows = ReadonlyMap<string, Entry>;

interface Entry {
  row: Row;
  /** Revision of the state when any part of the row last arrived. */
  revision: number;
  /** Revision of the state when the whole row last arrived. */
  wholeAt: number;
}

const MAX_ROWS = 20_000;

/**
 * Merges two versions of a row into the newest.
 * @param isOvertaken whether the known version arrived after the other one was requested
 */
function newer(known: Row | undefined, row: Row, isOvertaken: boolean): Row {
  if (!known) return row;
  const isOlder = isBehind(row, known) || (isOvertaken && !isBehind(known, row));
  const latest = isOlder ? known : row;
  const agentReadSeq = Math.max(row.agent_read_seq, known.agent_read_seq);
  const suggestion = row.suggestion ?? (isSameWait(known, latest) ? known.suggestion : null);
  return {
    ...latest,
    ...(suggestion !== undefined && { suggestion }),
    visitor_read_seq: Math.max(row.visitor_read_seq, known.visitor_read_seq),
    agent_read_seq: agentReadSeq,
    ...(agentReadSeq >= latest.last_seq && { unread: 0 }),
  };
}

function isBehind(row: Row, other: Row): boolean {
  return (
    row.owner_epoch < other.owner_epoch ||
    row.last_seq < other.last_seq ||
    row.claim_count < other.claim_count
  );
}

/** Whether the suggestion still applies: until the conversation is resolved, or another operator gets it. */
function isSameWait(before: Row, after: Row): boolean {
  if (before.status === after.status) return before.operator_id === after.operator_id;
  return before.status !== 'ASSIGNED' && after.status !== 'RESOLVED';
}

/**
 * Adds rows. If there are too many, inactive ones are dropped first.
 * @param since revision when the rows were requested: what arrived later is newer
 */
export function putRows(
  rows: Rows,
  more: readonly Row[],
  revision: number,
  since = revision,
): Rows {
  const put = new Map(rows);
  for (const row of more) {
    const id = row.conversation_id;
    const known = put.get(id);
    const isOvertaken = known !== undefined && known.wholeAt > since;
    put.set(id, { row: newer(known?.row, row, isOvertaken), revision, wholeAt: revision });
  }
  for (const [id, entry] of put) {
    if (put.size <= MAX_ROWS) break;
    if (!isActive(entry.row) && entry.revision !== revision) put.delete(id);
  }
  return put;
}

/** Changes a part of one known row. */
export function changeRow(rows: Rows, id: string, part: Partial<Row>, revision: number): Rows {
  const known = rows.get(id);
  if (!known) return rows;
  return new Map(rows).set(id, { ...known, row: { ...known.row, ...part }, revision });
}

/**
 * Replaces the active rows with a full fetch of them. Rows that the relay no longer lists as active are removed, unless
 * they changed after the fetch began (`since`).
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
  return putRows(kept, fetched, revision, since);
}

/** Whether the conversation waits or is assigned, and is not snoozed. */
export function isActive({ status, snoozed_until: until }: Row): boolean {
  return !until && (status === 'WAITING' || status === 'ASSIGNED');
}

export function isMine(row: Row, operatorIds: readonly string[]): boolean {
  return row.operator_id !== null && operatorIds.includes(row.operator_id);
}

/** Whether one of these operators has marked it as unread. */
export function isMarked({ marked_unread_by: by }: Row, operatorIds: readonly string[]): boolean {
  return by.some((id) => operatorIds.includes(id));
}

export function hasUnread(row: Row): boolean {
  return row.unread > 0;
}

const RANK: Record<ConversationStatus, number> = { WAITING: 1, ASSIGNED: 2, BOT: 3, RESOLVED: 4 };

/** Whether the visitor should have been answered before this time, in ms. */
export function isLate({ due_at: dueAt }: Row, now: number): boolean {
  return typeof dueAt === 'string' && Date.parse(dueAt) < now;
}

/**
 * Sorts rows for the list: overdue ones, your own, the waiting (longest wait first), other operators', the rest.
 * @param now in ms
 */
export function sortRows(
  rows: Rows,
  operatorIds: readonly string[],
  isShown: (row: Row) => boolean,
  now: number,
): Row[] {
  const rank = (row: Row): number => {
    if (isLate(row, now)) return -1;
    return isMine(row, operatorIds) ? 0 : RANK[row.status];
  };
  const shown: Row[] = [];
  for (const { row } of rows.values()) if (isShown(row)) shown.push(row);
  return shown.sort((a, b) => rank(a) - rank(b) || compareWithin(a, b, now));
}

function compareWithin(a: Row, b: Row, now: number): number {
  const id = compare(a.conversation_id, b.conversation_id);
  if (isLate(a, now)) return compare(a.due_at, b.due_at) || id;
  if (a.status === 'WAITING') return compare(a.waiting_since, b.waiting_since) || id;
  if (a.status === 'ASSIGNED') return compare(a.claimed_at, b.claimed_at) || id;
  return compare(b.last_message_at, a.last_message_at) || id;
}

function compare(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The next row that needs the operator: waiting, marked as unread, or their own with unread messages. */
export function nextRow(
  sorted: readonly Row[],
  operatorIds: readonly string[],
  openId: string | null,
): Row | null {
  const needsSomeone = (row: Row): boolean =>
    row.status === 'WAITING' ||
    isMarked(row, operatorIds) ||
    (isMine(row, operatorIds) && hasUnread(row));
  return sorted.find((row) => row.conversation_id !== openId && needsSomeone(row)) ?? null;
}
