import type { Database, Tx } from './database';
import { placeholders } from './sql';
import type { SqlValue, Table } from './table';
import type { Range } from './ranges';

type KeyedTable = Pick<Table<unknown>, 'name' | 'key'>;

/** What a feature stores about visitors and tenants, and how it goes. */
export interface StoredData {
  /** Its tables with rows of tenants: those of a deleted tenant go, table by table, in this order. */
  ofTenant?: readonly KeyedTable[];
  /** Its rows that go with their conversation. */
  ofConversation?: readonly RowsOfConversation[];
  /** Changes what remains of an erased visitor, in the transaction of the erasure. The sessions are locked. */
  onErased?(tx: Tx, erased: Erased): Promise<void>;
  /** Removes what may not outlive old conversations, in the transaction that deletes them. */
  onRemoved?(tx: Tx, removed: Removed): Promise<void>;
  /** Runs before the rows of a tenant go. False: it is not done yet, and nothing else goes. */
  beforeTenant?(tenantId: string, isStopped: () => boolean): Promise<boolean>;
  /** Runs when the rows of a tenant are gone. */
  afterTenant?(database: Database, tenantId: string, isStopped: () => boolean): Promise<void>;
}

export interface RowsOfConversation {
  table: KeyedTable;
  /** How they name their conversation. */
  of: 'session' | 'conversation';
  /** The column that names it; `session_id` or `conversation_id` by default. */
  column?: string;
  /** Which of them go when the conversation is old; all by default. */
  ifOld?: string;
  /** An erasure leaves them to `onErased`. */
  isChangedByErasure?: true;
}

/** Sessions, and those conversations that they have. */
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

/** The rows of these conversations. Null: there are none. */
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

/** Deletes the rows of these conversations. */
export async function deleteRowsOf(
  tx: Tx,
  { table, ...rows }: RowsOfConversation,
  removed: Omit<Removed, 'now'>,
): Promise<void> {
  const range = rowsOf(rows, removed);
  if (range) await tx.run(`DELETE FROM ${table.name} WHERE ${range.where}`, range.params);
}
