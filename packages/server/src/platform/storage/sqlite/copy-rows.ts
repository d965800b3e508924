import type { Database } from '../database';
import { insertRows, type Sql } from '../sql';
import type { SqlValue } from '../table';
import { loadSqlite } from './node-sqlite.js';

/** A table, with its columns in the order of its rows. */
interface SourceTable {
  name: string;
  columns: string[];
  /** The primary key, in order. */
  key: string[];
}

type Row = Record<string, SqlValue>;

/** Tables that are not copied: SQLite's and the migrator's, and the search index, which a relay makes again. */
const LEFT_OUT = /^(sqlite_.*|migrations|migration_lease|search_.*)$/;
/** Copied last: without these no client can sign in or write, so a relay on half a copy serves no one. */
const LAST = ['accounts', 'tenants'];
const MAX_ROWS = 500;
/** The most text and bytes in a statement. MySQL refuses more than 16 MiB by default. */
const MAX_SIZE = 1024 * 1024;

/** The tables that `copyRows` copies, in its order. */
export function tablesToCopy(path: string): string[] {
  return withSource(path, (source) => source.tables.map(({ name }) => name));
}

/** The first of these tables that has a row; null: all are empty. */
export async function findFilled(sql: Sql, tables: readonly string[]): Promise<string | null> {
  for (const table of tables) {
    if ((await sql.rows(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) return table;
  }
  return null;
}

/**
 * Copies the rows of a SQLite database into another database that has the same schema and no rows. Nothing may
 * write to either meanwhile. The search's index is not copied: a relay fills it when it runs.
 * @param onTable called after each table, with the number of its rows
 */
export async function copyRows(
  path: string,
  target: Database,
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  await withSource(path, async ({ tables, rowsOf }) => {
    for (const table of tables) {
      let rows = 0;
      for (const batch of batchesOf(rowsOf(table))) {
        await target.transaction((tx) => insertRows(tx, table, batch), { isOneStatement: true });
        rows += batch.length;
      }
      onTable(table.name, rows);
    }
  });
}

interface Source {
  tables: SourceTable[];
  rowsOf(table: SourceTable): Iterable<Row>;
}

function withSource<T>(path: string, work: (source: Source) => T): T {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, { readOnly: true });
  const select = (sql: string) => database.prepare(sql).iterate() as Iterable<Row>;
  const close = () => database.close();
  try {
    const names = [
      ...select("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"),
    ].map(({ name }) => String(name));
    const tables = names
      .filter((name) => !LEFT_OUT.test(name))
      .toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b) || (a < b ? -1 : 1))
      .map((name) => describeTable(name, [...select(`PRAGMA table_info("${name}")`)]));
    const rowsOf = ({ name, columns, key }: SourceTable) =>
      select(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`);
    const result = work({ tables, rowsOf });
    if (result instanceof Promise) return result.finally(close) as T;
    close();
    return result;
  } catch (error) {
    close();
    throw error;
  }
}

function describeTable(name: string, columns: readonly Row[]): SourceTable {
  const places = columns.map((column) => ({ name: String(column['name']), place: column['pk'] }));
  const key = places
    .filter(({ place }) => Number(place) > 0)
    .toSorted((a, b) => Number(a.place) - Number(b.place))
    .map((column) => column.name);
  return { name, columns: places.map((column) => column.name), key };
}

function* batchesOf(rows: Iterable<Row>): Iterable<Row[]> {
  let batch: Row[] = [];
  let size = 0;
  for (const row of rows) {
    const rowSize = sizeOf(row);
    if (batch.length === MAX_ROWS || (batch.length > 0 && size + rowSize > MAX_SIZE)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(bytesAsBuffers(row));
    size += rowSize;
  }
  if (batch.length > 0) yield batch;
}

function sizeOf(row: Row): number {
  let size = 0;
  for (const value of Object.values(row)) {
    if (typeof value === 'string') size += Buffer.byteLength(value);
    else if (value instanceof Uint8Array) size += 2 * value.length; // in a statement, as hexadecimal digits
  }
  return size;
}

/** SQLite gives bytes as arrays; MySQL's driver takes buffers. */
function bytesAsBuffers(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
