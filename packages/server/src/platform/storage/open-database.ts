import type { Logger } from '../log';
import { DATABASE_LIMITS, SQLITE, type Database, type DatabaseOptions } from './database';
import { openSqlite } from './sqlite/database';

/** @param url `sqlite:<path>` or `mysql://user:pass@host:port/db`, with `?tls=verify` or `?tls=off` */
export async function openDatabase(
  url: string,
  log: Logger,
  { ca, isSharded = false, ...changed }: DatabaseOptions = {},
): Promise<Database> {
  const limits = { ...DATABASE_LIMITS, ...changed };
  if (url.startsWith(SQLITE)) return openSqlite(url.slice(SQLITE.length), log, limits);
  // Loaded only if needed: MySQL's driver takes a twentieth of the time of a start.
  const { openMysql } = await import('./mysql/database');
  return { ...(await openMysql(url, log, limits, ca)), isSharded };
}
