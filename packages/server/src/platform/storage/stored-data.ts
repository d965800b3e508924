import type { Database, Tx } from './database';
import { placeholders } from './sql';
import type { SqlValue, Table } from './table';
import type { Range } from './ranges';

type KeyedTable = Pick<Table<unknown>, 'name' | 'key'>;

/** A feature's data about visitors and tenants, and how it is deleted. */
export interface StoredData {
  /** Tables with rows of tenants. A deleted tenant's rows are deleted table by table, in this order. */
  ofTenant?: readonly KeyedTable[];
  /** Rows that are deleted with their conversation. */
  ofConversation?: readonly RowsOfConversation[];
  /** Changes what remains of an erased visitor, in the transaction of the erasure. The sessions are locked. */
  onErased?(tx: Tx, erased: Erased): Promise<void>;
  /** Deletes data that may not outlive old conversations, in the transaction that deletes them. */
  onRemoved?(tx: Tx, removed: Removed): Promise<void>;
  /** Runs before a tenant's rows are deleted. False: it is not done yet, so nothing else is deleted. */
  beforeTenant?(tenantId: string, isStopped: () => boolean): Promise<boolean>;
  /** Runs after a tenant's rows are deleted. */
  afterTenant?(database: Database, tenantId: string, isStopped: () => boolean): Promise<void>;
}

export interface RowsOfConversation {
  table: KeyedTable;
  /** Whether the rows name a session or a conversation. */
  of: 'session' | 'conversation';
  /** The column that names it; `session_id` or `conversation_id` by default. */
  column?: string;
  /** A condition for rows that retention deletes; by default it deletes all. */
  ifOld?: string;
  /** An erasure does not delete these rows: `onErased` changes them. */
  isChangedByErasure?: true;
}

/** Sessions, with the ids of the conversations that some of them have. */
export interface Removed {
  tenantId: string;
  sessionIds: readonly string[];
  conversationIds: readonly string[];
  now: number;
}

export interface Erased extends Removed {
  /** The users as whom the sessions were identified. */
  userIds: readonly string[];
}

/** The condition that selects the rows of these conversations. Null: there are none. */
export function rowsOf(
  { of, column = `${of}_id` }: Omit<RowsOfConversation, 'table'>,
  removed: Omit<Removed, 'now'>,
): (Range & { params: SqlValue[] }) | null {
  const ids = of === 'session' ? removed.sessionIds : removed.conversationIds;
  if (ids.length === 0) return null;
  return {
    where: `tenant_id = ? AND ${column} IN ${placeholders(1, ids.length)}`,
    params: [removed.tenantId, ...ids],
  };
}

export async function deleteRowsOf(
  tx: Tx,
  { table, ...rows }: RowsOfConversation,
  removed: Omit<Removed, 'now'>,
): Promise<void> {
  const range = rowsOf(rows, removed);
  if (range) await tx.run(`DELETE FROM ${table.name} WHERE ${range.where}`, range.params);
}
