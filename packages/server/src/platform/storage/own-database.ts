import type { Logger } from '../log';
import { openDatabase, SQLITE, type Database, type DatabaseLimits } from './database';
import { claimSqlite } from './sqlite/file-claim';

/**
 * A relay's database, unchanged. A SQLite file belongs to this relay until `close`.
 * @throws {DatabaseInUse} if another relay uses that file
 */
export async function openOwnDatabase(
  url: string,
  log: Logger,
  limits: Partial<DatabaseLimits> = {},
): Promise<Database> {
  const release = url.startsWith(SQLITE)
    ? await claimSqlite(url.slice(SQLITE.length))
    : async () => {};
  const database = await openDatabase(url, log, limits).catch(async (error: unknown) => {
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
