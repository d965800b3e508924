import type { Logger } from '../../log';
import { createTypes, type ColumnTypes } from './column-types';
import type { Database, Tx } from '../database';
import { codeOf, isUnavailable } from '../failures';
import { adopt, isAdoptable } from './earlier-schema';
import type { Migration } from './migration';
import { LeaseLostError, takeMigrationLease, type MigrationLease } from './migration-lease';
import { MIGRATIONS } from './migrations';
import { firstRelease } from './migrations/0001-first-release';
import { hasTable, insertIfAbsent } from '../sql';
import { defineTable, integer, text } from '../table';

/** A newer version of the relay made the schema, so this version can't use it. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/**
 * The migrations that have run; null for a new database.
 * @throws {NewerSchemaError}
 * @throws {EarlierSchemaError}
 */
export async function readSchema(
  database: Database,
  migrations = MIGRATIONS,
): Promise<string[] | null> {
  if (!(await hasTable(database.read, 'migrations'))) return null;
  const rows = await database.read.rows<{ name: string }>('SELECT name FROM migrations');
  const names = rows.map(({ name }) => name);
  assertKnown(names, migrations);
  return names;
}

/**
 * Refuses a schema that this version can neither use, upgrade nor adopt.
 * @param names of the migrations that have run
 * @throws {NewerSchemaError}
 * @throws {EarlierSchemaError}
 */
export function assertKnown(names: readonly string[], migrations = MIGRATIONS): void {
  if (isAdoptable(names)) return;
  const unknown = names.find((name) => migrations.every((known) => known.name !== name));
  if (unknown !== undefined)
    throw new NewerSchemaError(`the schema has ${unknown}, which is newer`);
}

/**
 * Brings the schema up to date. The process may be killed at any moment, and several nodes may start at once.
 * @throws {NewerSchemaError}
 * @throws {EarlierSchemaError}
 */
export async function migrate(
  database: Database,
  log: Logger,
  migrations = MIGRATIONS,
): Promise<void> {
  const types = createTypes(database.dialect);
  const pending = async (): Promise<Migration[]> => {
    const executed = await readSchema(database, migrations);
    return migrations.filter(({ name }) => !executed?.includes(name));
  };
  const logApplied = ({ name }: Migration) =>
    log.info({ event: 'migration.applied', migration: name }, 'migrated');
  const runAll = async (run: (migration: Migration) => Promise<void>): Promise<void> => {
    const executed = (await readSchema(database, migrations)) ?? [];
    if (isAdoptable(executed)) {
      await adopt(database, executed, (tx) =>
        insertIfAbsent(tx, MIGRATIONS_RUN, rowOf(firstRelease)),
      );
      logApplied(firstRelease);
    }
    for (const migration of await pending()) {
      await run(migration);
      logApplied(migration);
    }
  };

  if (database.dialect === 'sqlite') {
    return runAll((migration) => runAtomically(database, types, migration));
  }
  while ((await pending()).length > 0) {
    const lease = await takeMigrationLease(database, types, log);
    let isComplete = true;
    try {
      await runAll((migration) => runInSteps(database, types, lease, migration));
    } catch (error) {
      isComplete = !isUnavailable(error);
      if (!(error instanceof LeaseLostError)) throw error;
      log.debug({ event: 'migration.taken_over' }, 'another node took over the migration');
    } finally {
      await lease.end(isComplete).catch(() => undefined); // it also expires
    }
  }
}

/** Changes of large tables have no time limit. */
const NO_LIMIT = { isUnlimited: true };

/** Runs a migration in one transaction, which in SQLite includes changes of the schema. */
function runAtomically(
  database: Database,
  types: ColumnTypes,
  migration: Migration,
): Promise<void> {
  return database.transaction(async (tx) => {
    for (const statement of migration.up(types)) await tx.run(statement);
    await logMigration(tx, types, migration);
  }, NO_LIMIT);
}

/**
 * MySQL commits each change of the schema at once, so progress is recorded per statement. The statement that
 * was running when a process ended may have been carried out.
 */
async function runInSteps(
  database: Database,
  types: ColumnTypes,
  lease: MigrationLease,
  migration: Migration,
): Promise<void> {
  const statements = migration.up(types);
  const left = await lease.progress();
  const isResumed = left.migration === migration.name;
  const first = isResumed ? left.statements : 0;
  const record = (tx: Tx, done: number) =>
    lease.record(tx, { migration: migration.name, statements: done });

  if (!isResumed) await database.transaction((tx) => record(tx, 0));
  for (const [index, statement] of statements.entries()) {
    if (index < first) continue;
    let mayHaveRun = lease.isTakenOver && isResumed && index === first;
    await database.transaction(async (tx) => {
      try {
        await tx.run(statement);
      } catch (error) {
        if (!mayHaveRun || !IS_DONE_ALREADY.has(codeOf(error))) throw error;
      }
      mayHaveRun = true; // in a transaction that a conflict makes run again
      await record(tx, index + 1);
    }, NO_LIMIT);
  }
  await database.transaction((tx) => logMigration(tx, types, migration));
}

/** MySQL's errors for a change of the schema that exists already. */
const IS_DONE_ALREADY = new Set([
  'ER_TABLE_EXISTS_ERROR',
  'ER_DUP_KEYNAME',
  'ER_DUP_FIELDNAME',
  'ER_BAD_TABLE_ERROR',
  'ER_CANT_DROP_FIELD_OR_KEY',
]);

const MIGRATIONS_RUN = defineTable('migrations', ['name'], { name: text(), run_at: integer() });

const rowOf = ({ name }: Migration) => ({ name, run_at: Date.now() });

async function logMigration(tx: Tx, types: ColumnTypes, migration: Migration): Promise<void> {
  await tx.run(
    `CREATE TABLE IF NOT EXISTS migrations (name ${types.ascii(100)} PRIMARY KEY, run_at ${types.time} NOT NULL)`,
  );
  await insertIfAbsent(tx, MIGRATIONS_RUN, rowOf(migration));
}
