import { openDatabase, type Database } from '../../src/platform/storage/database';
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

async function tableNames({ dialect, read }: Database): Promise<string[]> {
  const rows = await read.rows<{ name: string }>(
    dialect === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  return rows.map((row) => row.name);
}
