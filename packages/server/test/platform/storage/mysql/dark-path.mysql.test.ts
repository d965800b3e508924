import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../../src/platform/storage/database';
import { openDatabase } from '../../../../src/platform/storage/open-database';
import { isUnavailable } from '../../../../src/platform/storage/failures';
import { insertIfAbsent } from '../../../../src/platform/storage/sql';
import { defineTable, integer, text } from '../../../../src/platform/storage/table';
import { startDarkProxy, type DarkProxy } from '../../../support/dark-proxy';
import {
  createSamples,
  createTestDatabase,
  quietLog,
  type TestDatabaseAddress,
} from '../../../support/database';

const SAMPLES = defineTable('samples', ['name'], {
  name: text(),
  owner: text(),
  number: integer(),
});
const STATEMENT_MS = 1_000;
/** Far below any limit of the operating system's, with room for a busy machine. */
const SOON_MS = 6_000;

describe('a path to the database', () => {
  let address: TestDatabaseAddress;
  let proxy: DarkProxy;
  let database: Database;

  beforeAll(async () => {
    address = await createTestDatabase();
    const direct = await openDatabase(address.url, quietLog);
    await createSamples(direct);
    await direct.close();
  });
  afterAll(() => address.drop());

  beforeEach(async () => {
    proxy = await startDarkProxy(address.url);
    database = await openDatabase(proxy.url, quietLog, { statementMs: STATEMENT_MS });
    return async () => {
      database.abandon();
      await database.close();
      await proxy.stop();
    };
  });

  const put = (name: string, whenWritten: () => void = () => undefined) =>
    database.transaction(async (tx) => {
      await insertIfAbsent(tx, SAMPLES, { name, owner: 'a', number: 1 });
      whenWritten();
    });
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'no failure',
      (error: unknown) => error,
    );

  it.each(['BEGIN', 'a statement', 'COMMIT'])(
    'fails a transaction in time when the path goes dark before %s, and runs the next one',
    async (stage) => {
      await put(`before ${stage}`);
      const startedAt = Date.now();
      if (stage === 'BEGIN') proxy.darkenOpen();
      const failure = await failureOf(
        database.transaction(async (tx) => {
          if (stage === 'a statement') proxy.darkenOpen();
          await tx.rows('SELECT 1');
          if (stage === 'COMMIT') proxy.darkenOpen();
        }),
      );
      expect(failure).toSatisfy(isUnavailable);
      await put(`after ${stage}`);
      expect(Date.now() - startedAt).toBeLessThan(SOON_MS);
    },
  );

  it('keeps no lock when the path goes dark inside a transaction', async () => {
    const failure = await failureOf(put('locked', () => proxy.darkenOpen()));
    expect(failure).toSatisfy(isUnavailable);
    await expect
      .poll(() => put('locked').then(() => 'written', String), { timeout: SOON_MS })
      .toBe('written');
  });

  it('fails one read when the path goes dark under a full pool', async () => {
    const readOften = () =>
      Promise.allSettled(Array.from({ length: 8 }, () => database.read.rows('SELECT SLEEP(0.1)')));
    await readOften();
    proxy.darkenOpen();
    await failureOf(database.read.rows('SELECT 1'));
    const startedAt = Date.now();
    const reads = await readOften();
    expect(reads.map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'));
    expect(Date.now() - startedAt, 'no read met a dark connection').toBeLessThan(STATEMENT_MS);
  });

  it('fails everything in time on a dark path, and works when the path is back', async () => {
    await put('before');
    proxy.darken();
    const startedAt = Date.now();
    const failures = await Promise.all([
      failureOf(put('meanwhile')),
      failureOf(database.read.rows('SELECT 1')),
    ]);
    for (const failure of failures) expect(failure).toSatisfy(isUnavailable);
    expect(Date.now() - startedAt).toBeLessThan(SOON_MS);
    proxy.lighten();
    await put('after');
    expect(await database.read.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ends at once what waits for a dark path when the database is abandoned', async () => {
    await put('before');
    proxy.darken();
    const waiting = Array.from({ length: 20 }, (_, index) => failureOf(put(`waits ${index}`)));
    database.abandon();
    const startedAt = Date.now();
    for (const failure of await Promise.all(waiting)) expect(failure).toSatisfy(isUnavailable);
    expect(Date.now() - startedAt).toBeLessThan(STATEMENT_MS);
  });

  it('fails a write to a locked table in time', async () => {
    const locker = await createConnection(address.url);
    onTestFinished(() => locker.end());
    await locker.query('LOCK TABLES samples READ');
    const startedAt = Date.now();
    expect(await failureOf(put('locked out'))).toSatisfy(isUnavailable);
    expect(Date.now() - startedAt).toBeLessThan(SOON_MS);
    await locker.query('UNLOCK TABLES');
    await put('let in');
  });

  it('gives a change of the schema no time limit', async () => {
    const slow = `SELECT SLEEP(${(STATEMENT_MS * 1.5) / 1000}) AS slept`;
    const rows = await database.transaction((tx) => tx.rows(slow), { isUnlimited: true });
    expect(rows).toEqual([{ slept: 0 }]);
    expect(await failureOf(database.transaction((tx) => tx.rows(slow)))).toSatisfy(isUnavailable);
  });
});
