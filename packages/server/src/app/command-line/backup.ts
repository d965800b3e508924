import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  copyFiles,
  countMissing,
  REFERENCES,
  type FileReference,
} from '../../attachments/backups/copies';
import { holdRemovals } from '../../attachments/backups/removal-hold';
import { createDiskStorage } from '../../attachments/storage/disk';
import { openAttachmentStorage } from '../../attachments/storage/open';
import type { AttachmentStorage } from '../../attachments/storage/storage';
import { ConfigError } from '../../config/config-error';
import { loadEnvFile } from '../../config/env-file';
import { attachmentsOf, attachmentsProblems, proxiesOf } from '../../config/read-config';
import { readSettings } from '../../config/read-settings';
import { AppError } from '../../platform/errors';
import { SQLITE } from '../../platform/storage/database';
import { codeOf } from '../../platform/storage/failures';
import { assertKnown, NewerSchemaError } from '../../platform/storage/schema/migrator';
import { copySqlite } from '../../platform/storage/sqlite/copy';
import { inspectSqlite, rowsOfSqlite } from '../../platform/storage/sqlite/inspect';
import type { Command } from './command';
import { endOfProcess, RefusalError, withOneLine } from './refusal';

/** `--attachments DIR`: the folder with the copied files of messages. */
const OPTIONS = { attachments: 'DIR' };

export const backup: Command = {
  names: ['backup'],
  operands: ['FILE'],
  options: OPTIONS,
  doc: 'copy the SQLite database to a new file, and files of messages to DIR, while the relay runs or not',
  run: ([file = ''], { attachments }) =>
    withOneLine(async () => {
      const source = ownSqlite();
      if (!existsSync(source)) throw new RefusalError(`${source}: there is no database`);
      const ended = endOfProcess('there is no backup');
      if (attachments === undefined) {
        await about(file, () => copySqlite(source, file, { ended }));
        return;
      }
      const files = ownFiles();
      const release = await about(source, () => holdRemovals(source));
      ended.addEventListener('abort', release);
      let missing = 0;
      const complete = async (copy: string) => {
        const to = createDiskStorage(resolve(attachments));
        missing = await about(attachments, () => copyFiles(referencesOf(copy), files, to));
      };
      try {
        await about(file, () => copySqlite(source, file, { ended, complete }));
      } finally {
        release();
        await files.close();
      }
      if (missing > 0) throw new RefusalError(`${file}: is made, but ${withoutBytes(missing)}`);
    }),
};

export const verifyBackup: Command = {
  names: ['verify-backup'],
  operands: ['FILE'],
  options: OPTIONS,
  doc: 'check a backup: its integrity, schema, numbers of rows and files in DIR, as JSON',
  run: ([file = ''], { attachments: folder }) =>
    withOneLine(async () => {
      if (!existsSync(file)) throw new RefusalError(`${file}: there is no such file`);
      const { integrity, migrations, counts } = await about(file, () => inspectSqlite(file));
      const isOk = integrity === 'ok';
      const schema = migrations.at(-1) ?? null;
      if (isOk && schema === null)
        throw new RefusalError(`${file}: is not the database of a relay`);
      const problem = problemOf(migrations);
      const isReadable = isOk && problem === null;
      const attachments = isReadable && 'uploads' in counts ? await checkFiles(file, folder) : {};
      const missing = attachments.missing ?? 0;
      const ok = isReadable && missing === 0;
      const report = { ok, schema, integrity, counts, attachments };
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      if (!isOk) throw new RefusalError(`${file}: is damaged: ${integrity}`);
      if (problem !== null) throw new RefusalError(`${file}: ${problem}`);
      if (missing > 0) throw new RefusalError(`${folder}: ${withoutBytes(missing)}`);
    }),
};

/** Why this version can't use a schema; null: it can. */
function problemOf(migrations: readonly string[]): string | null {
  try {
    assertKnown(migrations);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return error instanceof NewerSchemaError
      ? `${message} than this version of the relay`
      : message;
  }
}

interface CheckedFiles {
  references?: number;
  missing?: number;
}

/** Counts the files that the database names; with a folder, also those that are missing or changed there. */
async function checkFiles(file: string, folder: string | undefined): Promise<CheckedFiles> {
  const references = referencesOf(file);
  if (folder === undefined) return { references: references.length };
  const storage = createDiskStorage(resolve(folder));
  const missing = await about(folder, () => countMissing(references, storage));
  return { references: references.length, missing };
}

function referencesOf(file: string): FileReference[] {
  return rowsOfSqlite<FileReference>(file, REFERENCES);
}

function withoutBytes(count: number): string {
  return count === 1 ? '1 file has no bytes' : `${count} files have no bytes`;
}

/** The path of the relay's database. No other setting is read: a backup of it needs no secrets. */
function ownSqlite(): string {
  const known = loadEnvFile();
  const { DATA_DIR, DATABASE_URL } = process.env;
  const { values, problems } = readSettings({ DATA_DIR, DATABASE_URL });
  if (known.length + problems.length > 0) throw new ConfigError([...known, ...problems]);
  const url = values.DATABASE_URL;
  if (url.startsWith(SQLITE)) return url.slice(SQLITE.length);
  const { hostname, port, username, pathname } = new URL(url);
  throw new RefusalError(
    'the database is not SQLite; run: mariadb-dump --single-transaction --quick ' +
      `--host ${hostname} --port ${port || 3306} --user ${username} --password ${pathname.slice(1)}`,
  );
}

function ownFiles(): AttachmentStorage {
  const { DATA_DIR, ATTACHMENTS_URL, ATTACHMENTS_ACCESS_KEY_ID, ATTACHMENTS_SECRET_ACCESS_KEY } =
    process.env;
  const proxies = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name)),
  );
  const settings = readSettings({
    DATA_DIR,
    ATTACHMENTS_URL,
    ATTACHMENTS_ACCESS_KEY_ID,
    ATTACHMENTS_SECRET_ACCESS_KEY,
    ...proxies,
  });
  const problems = [...settings.problems, ...attachmentsProblems(settings)];
  if (problems.length > 0) throw new ConfigError(problems);
  return openAttachmentStorage(attachmentsOf(settings), proxiesOf(settings));
}

async function about<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    const { message } = (error instanceof AppError ? error.cause : error) as Error;
    const reason = codeOf(error) === 'EEXIST' ? 'exists already, and stays as it is' : message;
    throw new RefusalError(`${file}: ${reason}`, { cause: error });
  }
}
