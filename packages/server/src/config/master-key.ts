import { randomBytes } from 'node:crypto';
import type { Config } from './config';
import { ConfigError } from './config-error';
import type { Database } from '../platform/storage/database';
import { readSchema } from '../platform/storage/schema/migrator';
import { hasTable, insertIfAbsent } from '../platform/storage/sql';
import { defineTable, integer, text } from '../platform/storage/table';
import { keptSecret } from './local-secrets';
import { deriveKeys, KEY_BYTES, parseMasterKeys, type Keys } from '../platform/security/keys';
import { isSealedWithNewest, open, seal } from '../platform/security/secret-box';

const CHECK = 'master_key_check';
/** @internal for the test of the models */
export const MASTER_KEY_CHECK = defineTable(CHECK, ['id'], { id: integer(), sealed: text() });

/**
 * The keys of the database, looked up before the database is changed. Local mode creates a master key only for
 * a new database.
 * @throws {ConfigError} naming MASTER_KEY
 */
export async function openKeys(config: Config, database: Database): Promise<Keys> {
  const schema = await readSchema(database);
  const keys = deriveKeys(config.masterKeys ?? [keptMasterKey(config.dataDir, schema === null)]);
  if (schema !== null) await assertOpens(database, keys);
  return keys;
}

function keptMasterKey(dataDir: string, isDatabaseNew: boolean): Buffer {
  const make = () => randomBytes(KEY_BYTES).toString('base64');
  const kept = isDatabaseNew
    ? keptSecret(dataDir, 'master.key', make)
    : keptSecret(dataDir, 'master.key', null);
  if (kept === null) {
    throw wrongKey(`is missing, and so is master.key in ${dataDir}: set the database's own key`);
  }
  const { keys, problem } = parseMasterKeys(kept);
  if (problem !== null) throw wrongKey(`master.key in ${dataDir} ${problem}`);
  return keys[0];
}

/** Stores a text that only these keys open. If two nodes do so at once, the first one's keys count. */
export async function bindKeys(database: Database, keys: Keys): Promise<void> {
  await database.transaction((tx) =>
    insertIfAbsent(tx, MASTER_KEY_CHECK, { id: 1, sealed: seal(keys.check, CHECK, CHECK) }),
  );
  await assertOpens(database, keys);
}

/**
 * Seals the text that identifies the database with the newest key, and notes when.
 * @returns when that was; null if the key is the first one of this database
 */
export async function resealCheck(
  database: Database,
  { check }: Keys,
  now: number,
): Promise<number | null> {
  const [row] = await database.read.rows<{ sealed: string }>(`SELECT sealed FROM ${CHECK}`);
  if (!row) return null;
  if (isSealedWithNewest(check, row.sealed, CHECK)) {
    const [, rotatedAt] = open(check, row.sealed, CHECK).split('|');
    return rotatedAt === undefined ? null : Number(rotatedAt);
  }
  await database.transaction((tx) =>
    tx.run(`UPDATE ${CHECK} SET sealed = ? WHERE sealed = ?`, [
      seal(check, `${CHECK}|${now}`, CHECK),
      row.sealed,
    ]),
  );
  return now;
}

/** The first sealed value of this database and its keys; null if there is none. */
async function readSealed({ read }: Database): Promise<Sealed | null> {
  if (await hasTable(read, CHECK)) {
    const [row] = await read.rows<{ sealed: string }>(`SELECT sealed FROM ${CHECK}`);
    if (row) return { key: 'check', sealed: row.sealed, aad: CHECK };
  }
  if (!(await hasTable(read, 'tenant_secrets'))) return null;
  const [row] = await read.rows<{ tenant_id: string; sealed_secret: string }>(
    'SELECT tenant_id, sealed_secret FROM tenant_secrets LIMIT 1',
  );
  return row ? { key: 'tenantSecret', sealed: row.sealed_secret, aad: row.tenant_id } : null;
}

interface Sealed {
  key: keyof Keys;
  sealed: string;
  aad: string;
}

async function assertOpens(database: Database, keys: Keys): Promise<void> {
  const found = await readSealed(database);
  if (!found) return;
  try {
    open(keys[found.key], found.sealed, found.aad);
  } catch (error) {
    throw wrongKey("can't decrypt the database: set the key that it was created with", error);
  }
}

function wrongKey(what: string, cause?: unknown): ConfigError {
  return new ConfigError([`MASTER_KEY: ${what}`], { cause });
}
