import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isConflict } from '../failures';
import type { Sql } from '../sql';
import { connectSqlite } from './connection';
import { startThread } from './worker-host';

/** Another relay uses the file. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
  /** The other process as its host names it; null if unknown. */
  readonly holder: number | null;

  constructor(path: string, holder: number | null, options?: ErrorOptions) {
    super(`${path} is used by another relay`, options);
    this.holder = holder;
  }
}

/** Enough for a process that holds the lock only to write or read the holder's number. */
const WAIT_MS = 1_000;

/**
 * Reserves a SQLite file for this relay until the result releases it. It holds a lock of the operating system
 * on a file next to it, which ends with the process, however that ends. The database itself stays open to
 * others: a backup can read it.
 * @throws {DatabaseInUseError} while another relay uses it, in this process or another one
 */
export async function claimSqlite(path: string): Promise<() => Promise<void>> {
  mkdirSync(dirname(path), { recursive: true });
  // Links are resolved: two names of one file must have one lock.
  const file = existsSync(path) ? realpathSync(path) : path;
  const sql = await connectSqlite(startThread(), `${file}.lock`, { busy_timeout: WAIT_MS });
  try {
    // The number that SQLite stores for its user identifies the process.
    await sql.run(`PRAGMA user_version = ${process.pid}`);
    // IMMEDIATE instead of EXCLUSIVE: a process that finds the file locked may still read the holder's number.
    await sql.run('BEGIN IMMEDIATE');
  } catch (error) {
    const problem = isConflict(error)
      ? new DatabaseInUseError(path, await readHolder(sql), { cause: error })
      : error;
    await sql.close();
    throw problem;
  }
  return sql.close;
}

async function readHolder(sql: Sql): Promise<number | null> {
  const [row] = await sql.rows<{ user_version: number }>('PRAGMA user_version').catch(() => []);
  return row?.user_version || null;
}
