import type { ConversationStatus } from '@chat-relay/widget-sdk/frames';
import type { Row } from './wire';

/** Rows by conversation. */
export type Rows = ReadonlyMap<string, Entry>;

interface Entry {
  row: Row;
  /** The state's revision when anything of the row arrived. */
  revision: number;
  /** The state's revision when the whole row arrived. */
  wholeAt: number;
}

const MAX_ROWS = 20_000;

/**
 * The newer of two rows.
 * @param isOvertaken whether the known row arrived after the other one was asked for
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

/** Who has claimed it may still use what the bot would have said, until it is out of their hands. */
function isSameWait(before: Row, after: Row): boolean {
  if (before.status === after.status) return before.operator_id === after.operator_id;
  return before.status !== 'ASSIGNED' && after.status !== 'RESOLVED';
}

/**
 * The rows with these among them. Inactive ones go first when there are too many.
 * @param since the revision when they were asked for: updates that arrived later are newer
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

/** The rows with a part of a known one changed. */
export function changeRow(rows: Rows, id: string, part: Partial<Row>, revision: number): Rows {
  const known = rows.get(id);
  if (!known) return rows;
  return new Map(rows).set(id, { ...known, row: { ...known.row, ...part }, revision });
}

/**
 * The rows after all active ones were fetched: those that the relay no longer lists as active are removed,
 * unless the feed brought them after the fetch began (`since`).
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

/** It waits or is held, and is not put off. */
export function isActive({ status, snoozed_until: until }: Row): boolean {
  return !until && (status === 'WAITING' || status === 'ASSIGNED');
}

export function isMine(row: Row, operatorIds: readonly string[]): boolean {
  return row.operator_id !== null && operatorIds.includes(row.operator_id);
}

/** Whether one of these operators wants to look at it again. */
export function isMarked({ marked_unread_by: by }: Row, operatorIds: readonly string[]): boolean {
  return by.some((id) => operatorIds.includes(id));
}

export function hasUnread(row: Row): boolean {
  return row.unread > 0;
}

const RANK: Record<ConversationStatus, number> = { WAITING: 1, ASSIGNED: 2, BOT: 3, RESOLVED: 4 };

/** Whether someone should have been there for the visitor before this moment, in ms. */
export function isLate({ due_at: dueAt }: Row, now: number): boolean {
  return typeof dueAt === 'string' && Date.parse(dueAt) < now;
}

/**
 * The rows in the list's order: those that are late, yours, the queue with the longest wait first, others', the rest.
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

/** What to turn to next, of rows in the list's order: late or waiting ones, your own unread ones, and those you marked. */
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
