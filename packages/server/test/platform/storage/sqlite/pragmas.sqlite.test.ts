import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainDatabaseFailure } from '../../../../src/app/start-failures';
import { openDatabase } from '../../../../src/platform/storage/open-database';
import { isUnavailable } from '../../../../src/platform/storage/failures';
import type { Sql } from '../../../../src/platform/storage/sql';
import { connectSqlite } from '../../../../src/platform/storage/sqlite/connection';
import { loadSqlite } from '../../../../src/platform/storage/sqlite/node-sqlite.js';
import { startThread } from '../../../../src/platform/storage/sqlite/worker-host';
import { quietLog } from '../../../support/database';

const OF_ALL = {
  busy_timeout: 5_000,
  foreign_keys: 1,
  encoding: 'UTF-8',
  synchronous: 2,
  journal_mode: 'wal',
  legacy_alter_table: 0,
  ignore_check_constraints: 0,
  reverse_unordered_selects: 0,
  read_uncommitted: 0,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-pragmas-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function pragmasOf(sql: Sql, names: readonly string[]): Promise<Record<string, unknown>> {
  const read = names.map(async (name) => {
    const [row = {}] = await sql.rows<Record<string, unknown>>(`PRAGMA ${name}`);
    return [name, Object.values(row)[0]] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

it('sets every pragma on every connection of a file that has its own', async () => {
  const path = join(folder, 'odd.sqlite');
  const { DatabaseSync } = loadSqlite();
  const odd = new DatabaseSync(path);
  odd.exec('PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = TRUNCATE; CREATE TABLE a (b)');
  odd.close();
  const database = await openDatabase(`sqlite:${path}`, quietLog);
  try {
    const names = [...Object.keys(OF_ALL), 'query_only', 'secure_delete'];
    const writing = await database.transaction((tx) => pragmasOf(tx, names));
    expect(writing).toEqual({ ...OF_ALL, query_only: 0, secure_delete: 1 });
    for (const sql of [database.read, database.slowRead]) {
      expect(await pragmasOf(sql, names.slice(0, -1))).toEqual({ ...OF_ALL, query_only: 1 });
    }
  } finally {
    await database.close();
  }
});

it('refuses a file in UTF-16 in one line', async () => {
  const path = join(folder, 'utf16.sqlite');
  const { DatabaseSync } = loadSqlite();
  const odd = new DatabaseSync(path);
  odd.exec("PRAGMA encoding = 'UTF-16le'; CREATE TABLE a (b)");
  odd.close();
  const databaseUrl = `sqlite:${path}`;
  const failure: unknown = await openDatabase(databaseUrl, quietLog).catch(
    (error: unknown) => error,
  );
  expect(explainDatabaseFailure(failure, { dataDir: folder, databaseUrl })).toMatchObject({
    name: 'ConfigError',
    message: `DATABASE_URL: ${databaseUrl}: the session's encoding stays 'UTF-16le' and must be 'UTF-8': use another file, on a local disk`,
  });
});

it('uses no connection that reads back another value, as a file without a log does', async () => {
  const failure: unknown = await connectSqlite(startThread(), ':memory:', {
    journal_mode: 'wal',
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'DATABASE_SESSION_REFUSED',
    message: "journal_mode stays 'memory' and must be 'wal'",
  });
  expect(isUnavailable(failure)).toBe(true);
});
