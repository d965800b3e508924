import type { Logger } from '../log';
import { SQLITE, type Database, type DatabaseOptions } from './database';
import { openDatabase } from './open-database';
import { claimSqlite } from './sqlite/file-claim';

/**
 * Opens a relay's database without changing it. A SQLite file belongs to this relay until `close`.
 * @throws {DatabaseInUseError} if another relay uses that file
 */
export async function openOwnDatabase(
  url: string,
  log: Logger,
  options: DatabaseOptions = {},
): Promise<Database> {
  const release = url.startsWith(SQLITE)
    ? await claimSqlite(url.slice(SQLITE.length))
    : async () => {};
  const database = await openDatabase(url, log, options).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const { close } = database;
  return {
    ...database,
    close: async () => {
      try {
        await close();
      } finally {
        await release();
      }
    },
  };
}
