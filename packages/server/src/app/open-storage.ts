import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../platform/clock';
import type { Config } from '../config/config';
import type { Logger } from '../platform/log';
import type { Keys } from '../platform/security/keys';
import { bindKeys, openKeys } from '../config/master-key';
import { explainDatabaseFailure } from './start-failures';
import { UnreachableError } from './unreachable-error';
import type { Database, DatabaseLimits } from '../platform/storage/database';
import { migrate } from '../platform/storage/schema/migrator';
import { openOwnDatabase } from '../platform/storage/own-database';

export interface Storage {
  database: Database;
  keys: Keys;
}

const WAIT_MS = 30 * SECOND;

/**
 * Opens the relay's database, brings its schema up to date, and finds its keys. While the database is unreachable,
 * it tries again each second for 30 s.
 * @throws {ConfigError} for what an administrator must change
 * @throws {UnreachableError}
 */
export async function openStorage(
  config: Config,
  log: Logger,
  databaseLimits: Partial<DatabaseLimits>,
): Promise<Storage> {
  const startedAt = performance.now();
  for (;;) {
    const nextTry = wait(SECOND);
    try {
      return await openOnce(config, log, databaseLimits);
    } catch (error) {
      const explained = explainDatabaseFailure(error, config);
      const hasTime = performance.now() - startedAt < WAIT_MS;
      if (!(explained instanceof UnreachableError && hasTime)) throw explained;
      log.warn({ event: 'database.waiting' }, `waiting for the database: ${explained.message}`);
      await nextTry;
    }
  }
}

async function openOnce(
  config: Config,
  log: Logger,
  databaseLimits: Partial<DatabaseLimits>,
): Promise<Storage> {
  const { databaseUrl, databaseCa, isDatabaseSharded: isSharded } = config;
  const ca = databaseCa === null ? undefined : readFileSync(databaseCa, 'utf8');
  const database = await openOwnDatabase(databaseUrl, log, { ...databaseLimits, ca, isSharded });
  try {
    const keys = await openKeys(config, database);
    await migrate(database, log);
    await bindKeys(database, keys);
    return { database, keys };
  } catch (error) {
    await database.close();
    throw error;
  }
}
