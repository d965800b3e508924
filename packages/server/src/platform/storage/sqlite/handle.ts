import sqlite3 from 'sqlite3';
import { sqliteSql } from '../sql';

/** One connection to a SQLite file, which is created if it is missing. */
export async function openHandle(path: string, pragmas: string[]): Promise<sqlite3.Database> {
  const handle = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(path, (error) => (error ? reject(error) : resolve(opened)));
  });
  const sql = sqliteSql(handle);
  try {
    for (const pragma of ['busy_timeout = 5000', 'foreign_keys = ON', ...pragmas]) {
      await sql.rows(`PRAGMA ${pragma}`);
    }
  } catch (error) {
    await closeHandle(handle);
    throw error;
  }
  return handle;
}

export function closeHandle(handle: sqlite3.Database): Promise<void> {
  return new Promise((resolve, reject) => {
    handle.close((error) => (error ? reject(error) : resolve()));
  });
}
