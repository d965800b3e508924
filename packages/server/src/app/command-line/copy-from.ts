import { existsSync, readFileSync } from 'node:fs';
import { ConfigError } from '../../config/config-error';
import { loadEnvFile } from '../../config/env-file';
import { readSettings } from '../../config/read-settings';
import { createLog } from '../../platform/log';
import { explainDatabaseFailure } from '../start-failures';
import { SQLITE, type Database } from '../../platform/storage/database';
import { openDatabase } from '../../platform/storage/open-database';
import { MIGRATIONS } from '../../platform/storage/schema/migrations';
import { migrate } from '../../platform/storage/schema/migrator';
import { copyRows, findFilled, tablesToCopy } from '../../platform/storage/sqlite/copy-rows';
import { claimSqlite, DatabaseInUseError } from '../../platform/storage/sqlite/file-claim';
import { inspectSqlite } from '../../platform/storage/sqlite/inspect';
import type { Command } from './command';
import { endOfProcess, RefusalError, withOneLine } from './refusal';

const HALF = 'drop the database, create it again, and repeat the command';

export const copyFrom: Command = {
  names: ['copy-from'],
  operands: ['FILE'],
  doc: 'copy a SQLite database, or a backup of one, into the empty database of DATABASE_URL',
  run: ([file = '']) =>
    withOneLine(async () => {
      const { url, ca } = targetDatabase();
      if (!existsSync(file)) throw new RefusalError(`${file}: there is no such file`);
      const release = await claim(file);
      try {
        checkSource(file);
        const target = await openTarget(url, ca);
        try {
          await copyInto(target, file);
        } finally {
          await target.close();
        }
      } finally {
        await release();
      }
    }),
};

async function copyInto(target: Database, file: string): Promise<void> {
  const filled = await findFilled(target.read, tablesToCopy(file));
  if (filled !== null) {
    throw new RefusalError(`DATABASE_URL: the database is not empty (${filled}); ${HALF}`);
  }
  endOfProcess(`the database of DATABASE_URL has a part of the rows: ${HALF}`);
  const counts: Record<string, number> = {};
  try {
    await copyRows(file, target, (table, rows) => {
      counts[table] = rows;
      process.stderr.write(`${table}: ${rows}\n`);
    });
  } catch (error) {
    throw new RefusalError(`${(error as Error).message}; ${HALF}`, { cause: error });
  }
  process.stdout.write(`${JSON.stringify({ ok: true, counts }, null, 2)}\n`);
}

/** The database that receives the rows. No other setting is needed: sealed texts are copied unopened. */
function targetDatabase(): { url: string; ca: string | undefined } {
  const known = loadEnvFile();
  const { DATABASE_URL, DATABASE_CA } = process.env;
  const { values, problems } = readSettings({ DATABASE_URL, DATABASE_CA });
  if (known.length + problems.length > 0) throw new ConfigError([...known, ...problems]);
  const url = values.DATABASE_URL;
  if (url.startsWith(SQLITE)) {
    throw new RefusalError('DATABASE_URL: name the MySQL or MariaDB database that gets the rows');
  }
  return {
    url,
    ca: values.DATABASE_CA === null ? undefined : readFileSync(values.DATABASE_CA, 'utf8'),
  };
}

async function claim(file: string): Promise<() => Promise<void>> {
  try {
    return await claimSqlite(file);
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error;
    throw new RefusalError(`${file}: a relay uses it; stop the relay, or copy a backup`, {
      cause: error,
    });
  }
}

function checkSource(file: string): void {
  const { integrity, migrations } = inspect(file);
  if (integrity !== 'ok') throw new RefusalError(`${file}: is damaged: ${integrity}`);
  if (migrations.length === 0) throw new RefusalError(`${file}: is not the database of a relay`);
  const isSame =
    migrations.length === MIGRATIONS.length &&
    migrations.every((name) => MIGRATIONS.some((known) => known.name === name));
  if (!isSame) {
    throw new RefusalError(
      `${file}: its schema is of another version (${migrations.at(-1)}); ` +
        'start the relay of this version on it once, and stop it',
    );
  }
}

function inspect(file: string) {
  try {
    return inspectSqlite(file);
  } catch (error) {
    throw new RefusalError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

async function openTarget(url: string, ca: string | undefined): Promise<Database> {
  const log = createLog({ level: 'error', isReadable: false });
  try {
    const database = await openDatabase(url, log, { ca });
    await migrate(database, log);
    return database;
  } catch (error) {
    const { message } = explainDatabaseFailure(error, { databaseUrl: url, dataDir: '' }) as Error;
    throw new RefusalError(message, { cause: error });
  }
}
