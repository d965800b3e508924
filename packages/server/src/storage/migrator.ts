import { Umzug, type InputMigrations, type UmzugStorage } from 'umzug';
import type { Logger } from '../log';
import type { Database } from './database';
import { createTypes } from './column-types';
import type { Migration } from './migration';
import { baseline } from './migrations/0001-baseline';
import { tenantChanges } from './migrations/0003-tenant-changes';
import { callbackQueueNotices } from './migrations/0005-callback-queue-notices';
import { quotas } from './migrations/0007-quotas';

/** In order; never changed once released, only added to. */
const MIGRATIONS: Migration[] = [baseline, tenantChanges, callbackQueueNotices, quotas];

/** A change of a large table takes as long as it takes. */
const NO_LIMIT = { isUnlimited: true };

/** Brings the schema up to date. Safe when several nodes start at once. */
export async function migrate(database: Database, log: Logger): Promise<void> {
  const types = createTypes(database.dialect);
  await database.transaction((tx) =>
    tx.run(
      `CREATE TABLE IF NOT EXISTS migrations (name ${types.ascii(100)} PRIMARY KEY, run_at ${types.time} NOT NULL)`,
    ),
  );
  const migrations: InputMigrations<Database> = MIGRATIONS.map((migration) => ({
    name: migration.name,
    up: async () => {
      for (const statement of migration.up(types)) {
        await database.transaction((tx) => tx.run(statement), NO_LIMIT);
      }
    },
  }));
  const umzug = new Umzug({
    migrations,
    context: database,
    storage: createStorage(database),
    logger: undefined,
  });
  umzug.on('migrated', ({ name }) => log.info({ migration: name }, 'migrated'));
  await withMigrationLock(database, () => umzug.up());
}

function createStorage(database: Database): UmzugStorage {
  return {
    executed: async () => {
      const rows = await database.read.rows<{ name: string }>('SELECT name FROM migrations');
      return rows.map((row) => row.name);
    },
    logMigration: async ({ name }) => {
      await database.transaction((tx) =>
        tx.run('INSERT INTO migrations (name, run_at) VALUES (?, ?)', [name, Date.now()]),
      );
    },
    unlogMigration: async ({ name }) => {
      await database.transaction((tx) => tx.run('DELETE FROM migrations WHERE name = ?', [name]));
    },
  };
}

const LOCK_WAIT_S = 60;

async function withMigrationLock(database: Database, work: () => Promise<unknown>): Promise<void> {
  if (database.dialect === 'sqlite') {
    await work();
    return;
  }
  // The lock belongs to this transaction's connection; the migrations use others meanwhile.
  await database.transaction(async (tx) => {
    const [row] = await tx.rows<{ got: number }>('SELECT GET_LOCK(?, ?) AS got', [
      'chat-relay-migrations',
      LOCK_WAIT_S,
    ]);
    if (row?.got !== 1) throw new Error('another node has been migrating for a minute');
    try {
      await work();
    } finally {
      await tx.rows('SELECT RELEASE_LOCK(?)', ['chat-relay-migrations']);
    }
  }, NO_LIMIT);
}
