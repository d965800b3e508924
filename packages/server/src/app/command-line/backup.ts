import { existsSync } from 'node:fs';
import { ConfigError } from '../../config/config';
import { loadEnvFile } from '../../config/env-file';
import { readSettings } from '../../config/read-settings';
import { SQLITE } from '../../platform/storage/database';
import { codeOf } from '../../platform/storage/failures';
import { MIGRATIONS } from '../../platform/storage/schema/migrations';
import { copySqlite } from '../../platform/storage/sqlite/copy';
import { inspectSqlite } from '../../platform/storage/sqlite/inspect';
import type { Command } from './command';
import { endOfProcess, Refusal, withOneLine } from './refusal';

export const backup: Command = {
  names: ['backup'],
  operands: ['FILE'],
  doc: 'copy the SQLite database to a new file, while the relay runs or not',
  run: (file = '') =>
    withOneLine(async () => {
      const source = ownSqlite();
      if (!existsSync(source)) throw new Refusal(`${source}: there is no database`);
      await about(file, () => copySqlite(source, file, endOfProcess('there is no backup')));
    }),
};

export const verifyBackup: Command = {
  names: ['verify-backup'],
  operands: ['FILE'],
  doc: 'check a backup: its integrity, schema and numbers of rows, as JSON',
  run: (file = '') =>
    withOneLine(async () => {
      if (!existsSync(file)) throw new Refusal(`${file}: there is no such file`);
      const { integrity, migrations, counts } = await about(file, () => inspectSqlite(file));
      const isOk = integrity === 'ok';
      const schema = migrations.at(-1) ?? null;
      if (isOk && schema === null) throw new Refusal(`${file}: is not the database of a relay`);
      const isNewer = migrations.some((name) => MIGRATIONS.every((known) => known.name !== name));
      const report = { ok: isOk && !isNewer, schema, integrity, counts };
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      if (!isOk) throw new Refusal(`${file}: is damaged: ${integrity}`);
      if (isNewer) throw new Refusal(`${file}: is from a newer version of the relay (${schema})`);
    }),
};

/** The path of the relay's database. No other setting is read: a backup needs no secrets. */
function ownSqlite(): string {
  loadEnvFile();
  const { DATA_DIR, DATABASE_URL } = process.env;
  const { values, problems } = readSettings({ DATA_DIR, DATABASE_URL });
  if (problems.length > 0) throw new ConfigError(problems);
  const url = values.DATABASE_URL;
  if (url.startsWith(SQLITE)) return url.slice(SQLITE.length);
  const { hostname, port, username, pathname } = new URL(url);
  throw new Refusal(
    'the database is not SQLite; run: mariadb-dump --single-transaction --quick ' +
      `--host ${hostname} --port ${port || 3306} --user ${username} --password ${pathname.slice(1)}`,
  );
}

async function about<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    const reason = codeOf(error) === 'EEXIST' ? 'exists already, and stays as it is' : message;
    throw new Refusal(`${file}: ${reason}`, { cause: error });
  }
}
