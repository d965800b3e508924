import {
  deletionByKey,
  insertInto,
  upsertInto,
  writeInOrder,
  type Dialect,
  type Insert,
  type Sql,
} from './sql';
import type { Columns, SqlValue, Table } from './table';

/** A write as data, which can be made in one thread and run in another. */
export type Write = Insert | Change;

export interface Change {
  text: string;
  params: readonly SqlValue[];
  /** The number of rows that it must change; with another number, the transaction fails. */
  rows?: number;
}

export function runWrites(sql: Sql, writes: readonly Write[]): Promise<void> {
  return writeInOrder(
    sql,
    writes.map((write) => () => runWrite(sql, write)),
  );
}

async function runWrite(sql: Sql, write: Write): Promise<void> {
  if ('into' in write) {
    await sql.insert(write);
    return;
  }
  const { text, params, rows } = write;
  const changed = await sql.run(text, params);
  if (rows !== undefined && changed !== rows) {
    throw new Error(`${changed} rows changed instead of ${rows}: ${text}`);
  }
}

/** Makes no statement for no rows, like the two functions below. */
export function inserts<Row extends object>(
  table: Columns<Row>,
  rows: readonly NoInfer<Row>[],
): Write[] {
  return rows.length === 0 ? [] : [insertInto(table, rows)];
}

export function upserts<Row extends object>(
  dialect: Dialect,
  table: Table<Row>,
  rows: readonly NoInfer<Row>[],
): Write[] {
  return rows.length === 0 ? [] : [upsertInto(dialect, table, rows)];
}

export function deletes(
  dialect: Dialect,
  table: Pick<Table<unknown>, 'name' | 'key'>,
  keys: readonly (readonly SqlValue[])[],
): Write[] {
  return keys.length === 0 ? [] : [deletionByKey(dialect, table, keys)];
}
