import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isConflict } from '../failures';
import { sqliteSql, type Sql } from '../sql';
import { closeHandle, openHandle } from './handle';

/** Another relay has the file. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
  /** The process that has it, as it is called where it runs; null when it doesn't tell. */
  readonly holder: number | null;

  constructor(path: string, holder: number | null, options?: ErrorOptions) {
    super(`${path} is used by another relay`, options);
    this.holder = holder;
  }
}

/** Who only writes its name there, or reads who did, is through in a moment. */
const WAIT_MS = 1_000;

/**
 * Makes a SQLite file this relay's own, until the result gives it free. What holds is a lock of the
 * operating system on a file beside it, so it ends with the process, however that ends. The database
 * itself stays open to everybody: a backup reads it meanwhile.
 * @throws {DatabaseInUse} while another relay has it, in this process or another one
 */
export async function claimSqlite(path: string): Promise<() => Promise<void>> {
  mkdirSync(dirname(path), { recursive: true });
  // One file may go by two names: a link to it is one more.
  const file = existsSync(path) ? realpathSync(path) : path;
  const handle = await openHandle(`${file}.lock`, [`busy_timeout = ${WAIT_MS}`]);
  const sql = sqliteSql(handle);
  try {
    // The one number that SQLite keeps for its user says who it is.
    await sql.run(`PRAGMA user_version = ${process.pid}`);
    // Not EXCLUSIVE: whoever comes in vain may still read it.
    await sql.run('BEGIN IMMEDIATE');
  } catch (error) {
    const problem = isConflict(error)
      ? new DatabaseInUse(path, await readHolder(sql), { cause: error })
      : error;
    await closeHandle(handle);
    throw problem;
  }
  return () => closeHandle(handle);
}

async function readHolder(sql: Sql): Promise<number | null> {
  const [row] = await sql.rows<{ user_version: number }>('PRAGMA user_version').catch(() => []);
  return row?.user_version || null;
}
