import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { quietLog, type TestDatabaseAddress } from './database';

/** Every row of every table that has `text` somewhere in it, as `table: row`. */
export async function rowsWith(address: TestDatabaseAddress, text: string): Promise<string[]> {
  const database = await openDatabase(address.url, quietLog);
  try {
    const found: string[] = [];
    for (const table of await tableNames(database)) {
      const rows = await database.read.rows<Record<string, unknown>>(`SELECT * FROM ${table}`);
      for (const row of rows) {
        const shown = JSON.stringify(Object.values(row).map(String));
        if (shown.includes(text)) found.push(`${table}: ${shown}`);
      }
    }
    return found;
  } finally {
    await database.close();
  }
}

/** Every column that has `text` somewhere in it, in any case, as `table.column`. */
export async function columnsWith(database: Database, text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const table of await tableNames(database)) {
    const rows = await database.read.rows<Record<string, unknown>>(`SELECT * FROM ${table}`);
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (String(value).toLowerCase().includes(text.toLowerCase()))
          found.add(`${table}.${column}`);
      }
    }
  }
  return [...found].toSorted();
}

/**
 * Columns of conversations for text that people write. Migrations give these Unicode and ids ASCII, which only MySQL
 * reports.
 */
export async function textColumns({ dialect, read }: Database): Promise<string[]> {
  if (dialect === 'sqlite') return [];
  const rows = await read.rows<{ name: string }>(
    `SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND character_set_name = 'utf8mb4' AND table_name IN (
       SELECT table_name FROM information_schema.columns
       WHERE table_schema = DATABASE() AND column_name IN ('session_id', 'conversation_id'))
       AND table_name <> 'console_sessions'`,
  );
  return rows.map((row) => row.name).toSorted();
}

async function tableNames({ dialect, read }: Database): Promise<string[]> {
  const rows = await read.rows<{ name: string }>(
    dialect === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  return rows.map((row) => row.name);
}
