import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeOf, isDuplicate, isUnavailable } from '../../../../src/platform/storage/failures';
import {
  connectSqlite,
  type SqliteConnection,
} from '../../../../src/platform/storage/sqlite/connection';
import { createHandle } from '../../../../src/platform/storage/sqlite/handle';
import { startProcess, startThread } from '../../../../src/platform/storage/sqlite/worker-host';

const ENDLESS =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n';

let folder: string;
let connection: SqliteConnection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-sqlite-'));
  connection = await connectSqlite(startThread(), file(), { journal_mode: 'wal' });
  await connection.run(
    'CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE, bytes BLOB)',
  );
});
afterEach(async () => {
  await connection.close();
  rmSync(folder, { recursive: true });
});
const file = () => join(folder, 'a.sqlite');
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const names = async () =>
  (await connection.rows<{ name: string }>('SELECT name FROM things')).map(({ name }) => name);

it('keeps integers, text, bytes and null as they are', async () => {
  const pooled = Buffer.from('bytes in a shared pool');
  const values = [5, 1_763_850_000_000, -1, 1.5, 'a text', null, pooled, Buffer.alloc(0)];
  const [row] = await connection.rows<Record<string, unknown>>(
    `SELECT ${values.map((_, index) => `? AS v${index}`).join(', ')}, 'x' || ? AS joined, ? / 2 AS half`,
    [...values, 7, 5],
  );
  expect(Object.values(row ?? {})).toEqual([...values, 'x7', 2]);
  expect(await connection.rows('SELECT ? AS yes, ? AS no', [true, false])).toEqual([
    { yes: 1, no: 0 },
  ]);
});

it('binds parameters by name, too', async () => {
  await connection.run('INSERT INTO things (name, id) VALUES ($2, $1)', { $1: 7, $2: 'named' });
  expect(await connection.rows('SELECT id, name FROM things')).toEqual([{ id: 7, name: 'named' }]);
});

it('refuses a number that it could not store or give back exactly', async () => {
  await expect(connection.rows('SELECT ?', [2 ** 53])).rejects.toThrow(RangeError);
  await expect(connection.rows('SELECT ?', [Number.NaN])).rejects.toThrow(RangeError);
  await expect(connection.rows('SELECT 9007199254740993')).rejects.toThrow(/too large/);
});

it('counts the rows that a write changed', async () => {
  await connection.run("INSERT INTO things (name) VALUES ('a'), ('b'), ('c')");
  expect(await connection.run("UPDATE things SET name = name || 'x' WHERE id > 1")).toBe(2);
  expect(await connection.run('DELETE FROM things WHERE id = 99')).toBe(0);
});

it('gives errors SQLite’s code', async () => {
  await connection.run("INSERT INTO things (name) VALUES ('a')");
  const duplicate = await failureOf(connection.run("INSERT INTO things (name) VALUES ('a')"));
  expect([codeOf(duplicate), isDuplicate(duplicate)]).toEqual(['SQLITE_CONSTRAINT', true]);
  expect(codeOf(await failureOf(connection.rows('SELEKT')))).toBe('SQLITE_ERROR');
  const missing = connectSqlite(startThread(), join(folder, 'no', 'such', 'folder'), {});
  expect(codeOf(await failureOf(missing))).toBe('SQLITE_CANTOPEN');
});

it('writes nothing of a transaction that an error has rolled back, also what was sent already', async () => {
  await connection.run(
    "CREATE TRIGGER t BEFORE INSERT ON things WHEN NEW.name = 'bad' BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
  );
  const sent = ['BEGIN', 'first', 'bad', 'after', 'COMMIT'].map((step) =>
    failureOf(
      /^[A-Z]/.test(step)
        ? connection.run(step)
        : connection.run('INSERT INTO things (name) VALUES (?)', [step]),
    ),
  );
  const failures = await Promise.all(sent);
  expect(failures.map((failure) => failure === null)).toEqual([true, true, false, false, false]);
  await failureOf(connection.run('ROLLBACK'));
  expect(await names()).toEqual([]);
  await connection.run("INSERT INTO things (name) VALUES ('alone')");
  expect(await names()).toEqual(['alone']);
});

const listOf = (...names: string[]) => ({
  into: 'INSERT INTO things (name)',
  columns: 1,
  values: names,
});

it('inserts all rows of a list or none', async () => {
  expect(await connection.insert(listOf('a', 'b', 'c'))).toBe(3);
  const failure = await failureOf(connection.insert(listOf('d', 'a', 'e')));
  expect([codeOf(failure), isDuplicate(failure)]).toEqual(['SQLITE_CONSTRAINT', true]);
  expect(await names()).toEqual(['a', 'b', 'c']);
  const onConflict = 'ON CONFLICT DO NOTHING';
  expect(await connection.insert({ ...listOf('b', 'c', 'd'), onConflict })).toBe(1);
});

it('writes nothing of a transaction in which a list of rows could not be inserted', async () => {
  await connection.run('BEGIN IMMEDIATE');
  await connection.insert(listOf('first', 'second'));
  expect(await failureOf(connection.insert(listOf('third', 'first')))).toSatisfy(isDuplicate);
  for (const step of ['SELECT 1', 'COMMIT']) {
    expect(await failureOf(connection.run(step)), step).toBeInstanceOf(Error);
  }
  await failureOf(connection.run('ROLLBACK'));
  expect(await names()).toEqual([]);
  await connection.insert(listOf('next', 'one'));
  expect(await names()).toEqual(['next', 'one']);
});

it('reports a full file, keeps what was in it, and writes again when there is room', async () => {
  await connection.run("INSERT INTO things (name) VALUES ('before')");
  await connection.rows('PRAGMA max_page_count = 8');
  const fill = async () => {
    await connection.run('BEGIN IMMEDIATE');
    await connection.run("INSERT INTO things (name, bytes) VALUES ('big', ?)", [
      Buffer.alloc(100_000),
    ]);
    await connection.run('COMMIT');
  };
  const failure = await failureOf(fill());
  expect([codeOf(failure), isUnavailable(failure)]).toEqual(['SQLITE_FULL', true]);
  await failureOf(connection.run('ROLLBACK'));
  expect(await names()).toEqual(['before']);
  await connection.rows('PRAGMA max_page_count = 1000');
  await fill();
  expect(await names()).toEqual(['before', 'big']);
});

it('fails all that waits as unavailable when the thread ends, and frees its locks', async () => {
  const threads: Worker[] = [];
  const keep = (thread: Worker) => threads.push(thread);
  process.on('worker', keep);
  const handle = createHandle(() => connectSqlite(startThread(), file(), {}));
  const first = await handle.current();
  process.off('worker', keep);
  await first.run('BEGIN IMMEDIATE');
  await first.run("INSERT INTO things (name) VALUES ('lost')");
  const waiting = Array.from({ length: 5 }, () => failureOf(first.rows('SELECT 1')));
  threads[0]?.postMessage(null); // no request: the thread ends with an error
  for (const failure of await Promise.all(waiting)) {
    if (failure !== null) expect(failure).toSatisfy(isUnavailable);
  }
  // A statement of the old transaction must not run on the new connection, where it would be alone.
  expect(await failureOf(first.run("INSERT INTO things (name) VALUES ('alone')"))).toSatisfy(
    isUnavailable,
  );
  await handle.sql.run("INSERT INTO things (name) VALUES ('next')");
  expect(await names()).toEqual(['next']);
  await handle.close();
});

it('ends its thread when it is closed, also if more is asked at the same time', async () => {
  const other = await connectSqlite(startThread(), file(), {});
  const closed = other.close();
  const late = failureOf(other.rows('SELECT 1'));
  await closed;
  expect(await late).toMatchObject({ message: 'the database is not open' });
  expect(other.isOpen).toBe(false);
});

it('stops a statement that never ends by ending its process', async () => {
  const slow = await connectSqlite(startProcess(), file(), { query_only: 1 });
  const endless = failureOf(slow.rows(ENDLESS));
  slow.kill();
  expect(await endless).toSatisfy(isUnavailable);
  expect(slow.isOpen).toBe(false);
});

it('does not outlive a killed relay in its process, even in a statement that never ends', async () => {
  const script = `
    import { fork } from 'node:child_process';
    const child = fork(process.argv[1], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.send([{ kind: 'open', path: process.argv[2], pragmas: [] }]);
    child.send([{ kind: 'rows', sql: ${JSON.stringify(ENDLESS)}, params: [] }]);
    child.once('message', () => console.log(child.pid));
  `;
  const worker = join(
    import.meta.dirname,
    '../../../../src/platform/storage/sqlite/sqlite-worker.js',
  );
  const parent = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script, worker, file()],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  const isRunning = () => {
    try {
      return process.kill(Number(line), 0);
    } catch {
      return false;
    }
  };
  expect(isRunning()).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(isRunning, { timeout: 5_000 }).toBe(false);
});
