import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTurns } from '../../../../src/platform/turns';
import {
  connectSqlite,
  type SqliteConnection,
} from '../../../../src/platform/storage/sqlite/connection';
import { createWalUpkeep } from '../../../../src/platform/storage/sqlite/wal-upkeep';
import { startThread } from '../../../../src/platform/storage/sqlite/worker-host';

const PAGE = 4_096;

let folder: string;
let connections: SqliteConnection[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-wal-'));
  connections = [];
});
afterEach(async () => {
  for (const connection of connections) await connection.close();
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'relay.sqlite');
const sizeOf = (name: string) => statSync(name).size;

async function connect(): Promise<SqliteConnection> {
  const pragmas = { journal_mode: 'wal', wal_autocheckpoint: 0 };
  const connection = await connectSqlite(startThread(), file(), pragmas);
  connections.push(connection);
  return connection;
}

it('keeps the write-ahead log short during writes without a pause', async () => {
  const writer = await connect();
  await writer.run('CREATE TABLE pages (n INTEGER PRIMARY KEY, bytes BLOB)');
  const writing = createTurns(1);
  const failures: unknown[] = [];
  const upkeep = createWalUpkeep({
    checkpointer: await connect(),
    whileIdle: writing,
    onFailure: (error) => failures.push(error),
    pauseMs: 5,
    maxFrames: 500,
  });
  for (let n = 0; n < 4_000; n++) {
    await writing(() =>
      writer.run('INSERT INTO pages (bytes) VALUES (?)', [Buffer.alloc(2 * PAGE, n % 251)]),
    );
    upkeep.written();
  }
  await upkeep.stop();
  expect(failures).toEqual([]);
  // 4,000 rows of three frames or more: twelve times as much, if it were never started over.
  expect(sizeOf(`${file()}-wal`)).toBeLessThan(4_000 * PAGE);
  const [row] = await writer.rows<{ n: number }>('SELECT COUNT(*) AS n FROM pages');
  expect(row?.n).toBe(4_000);
});

it('copies the write-ahead log into the database soon after a write', async () => {
  const writer = await connect();
  await writer.run('CREATE TABLE pages (n INTEGER PRIMARY KEY, bytes BLOB)');
  const upkeep = createWalUpkeep({
    checkpointer: await connect(),
    whileIdle: (work) => work(),
    onFailure: () => undefined,
    pauseMs: 1,
  });
  await writer.run('INSERT INTO pages (bytes) VALUES (?)', [Buffer.alloc(50 * PAGE)]);
  upkeep.written();
  await expect.poll(() => sizeOf(file())).toBeGreaterThan(50 * PAGE);
  await upkeep.stop();
});

it('rarely stops writers while a reader, such as a backup, prevents the log from being emptied', async () => {
  const writer = await connect();
  await writer.run('CREATE TABLE pages (n INTEGER PRIMARY KEY, bytes BLOB)');
  const reader = await connect();
  await reader.run('BEGIN');
  await reader.rows('SELECT * FROM pages');
  const checkpointer = await connect();
  await checkpointer.rows('PRAGMA busy_timeout = 10');
  let stops = 0;
  const upkeep = createWalUpkeep({
    checkpointer,
    whileIdle: (work) => {
      stops++;
      return work();
    },
    onFailure: () => undefined,
    pauseMs: 1,
    retryMs: 300,
  });
  await writer.run('INSERT INTO pages (bytes) VALUES (?)', [Buffer.alloc(50 * PAGE)]);
  upkeep.empty();
  await expect.poll(() => stops).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(stops).toBe(1);
  await reader.run('ROLLBACK');
  await expect.poll(() => sizeOf(`${file()}-wal`)).toBe(0);
  await upkeep.stop();
});
