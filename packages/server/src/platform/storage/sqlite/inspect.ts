import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSqlite } from './node-sqlite.js';

/** SQLITE_CORRUPT. */
const CORRUPT = 11;

/** The result of an inspection of a SQLite file. */
export interface SqliteContent {
  /** `ok`, or the first defect that SQLite finds, on one line. */
  integrity: string;
  /** The migrations that made its schema, in their order; none: no relay made it, or it is damaged. */
  migrations: string[];
  /** The rows of each table; empty unless the integrity is `ok`. */
  counts: Record<string, number>;
}

/** Reads a SQLite file and writes nothing, not next to it either. */
export function inspectSqlite(path: string): SqliteContent {
  const database = openToRead(path);
  const texts = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  try {
    const integrity = firstDefect();
    // The other contents of a damaged file can't be trusted, and reading them may fail.
    if (integrity !== 'ok') return { integrity, migrations: [], counts: {} };
    const tables = texts(
      // Only ordinary tables: those of the search index can't be counted.
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    );
    const migrations = tables.includes('migrations')
      ? texts('SELECT name FROM migrations ORDER BY name')
      : [];
    const counts = tables.map((name) => [name, count(name)] as const);
    return { integrity, migrations, counts: Object.fromEntries(counts) };
  } finally {
    database.close();
  }

  function firstDefect(): string {
    try {
      const [defect = ''] = texts('PRAGMA integrity_check(1)');
      return defect.replaceAll(/\s+/g, ' ');
    } catch (error) {
      // Not even the list of tables is readable.
      const { errcode, message } = error as Error & { errcode?: number };
      if (errcode === CORRUPT) return message;
      throw error;
    }
  }

  function count(table: string): number {
    return Number(texts(`SELECT COUNT(*) FROM "${table}"`)[0]);
  }
}

/** Reads rows of a SQLite file, and writes nothing. */
export function rowsOfSqlite<Row>(path: string, sql: string): Row[] {
  const database = openToRead(path);
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

function openToRead(path: string) {
  const { DatabaseSync } = loadSqlite();
  const url = pathToFileURL(resolve(path));
  // A file without a log does not change, so SQLite needs no files to share it.
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (!hasLog) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}
