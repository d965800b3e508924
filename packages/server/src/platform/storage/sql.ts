import type { Connection as MysqlConnection, ResultSetHeader } from 'mysql2';
import { valuesOf, type Columns, type SqlValue, type Table } from './table';

export type Dialect = 'sqlite' | 'mysql';

/** SQL with positional `?` parameters, on one connection. */
export interface Sql {
  readonly dialect: Dialect;
  /** The rows of a SELECT or of a RETURNING clause. */
  rows<T>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** How many rows a write changed. MySQL counts changed rows, not matched ones: always SET something new. */
  run(sql: string, params?: readonly SqlValue[]): Promise<number>;
  /** Inserts rows. Counts like `run`. If one can't be inserted, the transaction must be rolled back. */
  insert(insert: Insert): Promise<number>;
}

/**
 * An INSERT of any number of rows. MySQL gets them as a list. SQLite gets one after another: each length of a list is a
 * statement of its own to compile, and SQLite prepares to undo it alone.
 */
export interface Insert {
  /** The text before `VALUES`. */
  into: string;
  columns: number;
  /** The values of all rows, one row after another. */
  values: readonly SqlValue[];
  /** The text after the rows. */
  onConflict?: string;
}

/** @param timeoutMs instead of the connection's own limit for each statement; 0: none */
export function mysqlSql(connection: MysqlConnection, timeoutMs?: number): Sql {
  const query = (sql: string, params: readonly SqlValue[]) =>
    new Promise<unknown>((resolve, reject) => {
      connection.query(
        {
          sql,
          values: params as SqlValue[],
          ...(timeoutMs !== undefined && { timeout: timeoutMs }),
        },
        (error, result) => (error ? reject(error) : resolve(result)),
      );
    });
  const run = async (sql: string, params: readonly SqlValue[] = []) =>
    ((await query(sql, params)) as ResultSetHeader).affectedRows;
  return {
    dialect: 'mysql',
    rows: async (sql, params = []) => (await query(sql, params)) as never,
    run,
    insert: (insert) => run(insertOf(insert, insert.values.length / insert.columns), insert.values),
  };
}

export function insertOf({ into, columns, onConflict = '' }: Insert, rows: number): string {
  return `${into} VALUES ${placeholders(rows, columns)} ${onConflict}`;
}

/** `(?,?),(?,?)` for `rows` rows of `columns` columns. */
export function placeholders(rows: number, columns: number): string {
  const row = `(${Array.from({ length: columns }, () => '?').join(',')})`;
  return Array.from({ length: rows }, () => row).join(',');
}

/**
 * `(a,b) IN (…)`, for rows with a composite key. SQLite needs VALUES there, MySQL and MariaDB don't have it.
 * All three use the key's index in its order, so that locks are taken in that order. One row is compared column
 * by column: MariaDB reads and locks the whole table for a list of one.
 */
export function keyIn(
  dialect: Dialect,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): string {
  if (rows.length === 1) return `(${columns.map((column) => `${column} = ?`).join(' AND ')})`;
  const values = placeholders(rows.length, columns.length);
  return `(${columns.join(',')}) IN (${dialect === 'sqlite' ? 'VALUES ' : ''}${values})`;
}

export async function insertRows<Row extends object>(
  sql: Sql,
  table: Columns<Row>,
  rows: readonly NoInfer<Row>[],
): Promise<void> {
  if (rows.length > 0) await sql.insert(insertInto(table, rows));
}

/**
 * Runs the writes of a transaction in this order. SQLite gets them at once, which saves a turn of the event loop
 * for each: if one fails, all are rolled back. MySQL gets each when the one before it has succeeded: a deadlock
 * ends the transaction, and what followed would be committed on its own.
 */
export async function writeInOrder(
  { dialect }: Sql,
  writes: readonly (() => Promise<unknown>)[],
): Promise<void> {
  if (dialect === 'sqlite') await Promise.all(writes.map((write) => write()));
  else for (const write of writes) await write();
}

/** Inserts rows, or overwrites every non-key column of those that exist. */
export async function upsertRows<Row extends object>(
  sql: Sql,
  table: Table<Row>,
  rows: readonly NoInfer<Row>[],
): Promise<void> {
  if (rows.length > 0) await sql.insert(upsertInto(sql.dialect, table, rows));
}

export function upsertInto<Row extends object>(
  dialect: Dialect,
  table: Table<Row>,
  rows: readonly NoInfer<Row>[],
): Insert {
  const rest = table.columns.filter((column) => !table.key.includes(column));
  const updates = Object.fromEntries(rest.map((c) => [c, incoming(dialect, c)]));
  return { ...insertInto(table, rows), onConflict: onConflict(dialect, table.key, updates) };
}

export function insertInto<Row extends object>(
  table: Columns<Row>,
  rows: readonly NoInfer<Row>[],
): Insert {
  const { name, columns } = table;
  return {
    into: `INSERT INTO ${name} (${columns.join(',')})`,
    columns: columns.length,
    values: valuesOf(table, rows),
  };
}

/** The clause of an upsert: `updates` maps a column to the expression it gets when the key exists. */
export function onConflict(
  dialect: Dialect,
  key: readonly string[],
  updates: Record<string, string>,
): string {
  const set = Object.entries(updates).map(([column, value]) => `${column} = ${value}`);
  return dialect === 'sqlite'
    ? `ON CONFLICT (${key.join(',')}) DO UPDATE SET ${set.join(', ')}`
    : `ON DUPLICATE KEY UPDATE ${set.join(', ')}`;
}

/** Inside an upsert: the value that the insert would have written. */
export function incoming(dialect: Dialect, column: string): string {
  return dialect === 'sqlite' ? `excluded.${column}` : `VALUES(${column})`;
}

/** Inserts a row unless its key exists; returns whether it did. */
export async function insertIfAbsent<Row extends object>(
  sql: Sql,
  table: Columns<Row>,
  row: NoInfer<Row>,
): Promise<boolean> {
  return (await insertAbsentRows(sql, table, [row])) === 1;
}

/**
 * Inserts the rows whose keys don't exist, and locks the others; returns how many it inserted. MySQL's INSERT
 * IGNORE would take a shared lock on an existing row: a transaction that then changes it waits for the others that
 * read it, and they wait for it.
 */
export async function insertAbsentRows<Row extends object>(
  sql: Sql,
  table: Columns<Row>,
  rows: readonly NoInfer<Row>[],
): Promise<number> {
  // The last column, never the first: Vitess refuses a statement that sets the column it shards by, even to itself.
  const unchanged = table.columns.at(-1);
  return sql.insert({
    ...insertInto(table, rows),
    onConflict:
      sql.dialect === 'sqlite'
        ? 'ON CONFLICT DO NOTHING'
        : `ON DUPLICATE KEY UPDATE ${unchanged} = ${unchanged}`,
  });
}

export async function hasTable(sql: Sql, name: string): Promise<boolean> {
  const tables =
    sql.dialect === 'sqlite'
      ? "sqlite_master WHERE type = 'table' AND name = ?"
      : 'information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?';
  return (await sql.rows(`SELECT 1 FROM ${tables}`, [name])).length > 0;
}

/** Locks the selected rows until the transaction ends. SQLite has one writer and needs no lock. */
export function forUpdate(dialect: Dialect): string {
  return dialect === 'sqlite' ? '' : ' FOR UPDATE';
}

/** Locks the selected rows in the order of an index. SQLite would sort them for nothing. */
export function lockInOrderOf(dialect: Dialect, columns: string): string {
  return dialect === 'sqlite' ? '' : `ORDER BY ${columns} FOR UPDATE`;
}

/**
 * Makes a locking read use the primary key; the text follows the table's name. MariaDB would read, and lock, every
 * row of a small table, and so wait for unrelated transactions.
 */
export function lockByKey(dialect: Dialect): string {
  return dialect === 'sqlite' ? '' : ' FORCE INDEX (PRIMARY)';
}

/** Deletes rows by their primary key, and locks no others. */
export async function deleteByKey(
  sql: Sql,
  table: Pick<Table<unknown>, 'name' | 'key'>,
  keys: readonly (readonly SqlValue[])[],
): Promise<void> {
  if (keys.length === 0) return;
  const { text, params } = deletionByKey(sql.dialect, table, keys);
  await sql.run(text, params);
}

export function deletionByKey(
  dialect: Dialect,
  { name, key }: Pick<Table<unknown>, 'name' | 'key'>,
  keys: readonly (readonly SqlValue[])[],
): { text: string; params: SqlValue[] } {
  // A DELETE can't name an index. An order and a limit have the same effect.
  const byKey = dialect === 'sqlite' ? '' : ` ORDER BY ${key.join(', ')} LIMIT ${keys.length}`;
  return {
    text: `DELETE FROM ${name} WHERE ${keyIn(dialect, key, keys)}${byKey}`,
    params: keys.flat(),
  };
}

/** Locks the rows that no other transaction holds, and skips the rest. */
export function forUpdateSkipLocked(dialect: Dialect): string {
  return dialect === 'sqlite' ? '' : ' FOR UPDATE SKIP LOCKED';
}
