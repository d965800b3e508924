import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/storage/database';
import { openDatabase } from '../../../src/platform/storage/open-database';
import { isDuplicate, isUnavailable } from '../../../src/platform/storage/failures';
import { insertIfAbsent, insertRows, upsertRows } from '../../../src/platform/storage/sql';
import { defineTable, integer, text } from '../../../src/platform/storage/table';
import {
  createSamples,
  createTestDatabase,
  openTestDatabase,
  quietLog,
} from '../../support/database';

const SAMPLES = defineTable('samples', ['name'], {
  name: text(),
  owner: text(),
  number: integer(),
});

describe('the database', () => {
  let database: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ database, close } = await openTestDatabase());
    await createSamples(database);
  });
  afterAll(() => close());

  const sample = (name: string, owner: string) => ({ name, owner, number: 1 });
  const ownerOf = async (name: string) =>
    (
      await database.read.rows<{ owner: string }>('SELECT owner FROM samples WHERE name = ?', [
        name,
      ])
    )[0]?.owner;

  it('distinguishes a duplicate key from other errors', async () => {
    const insert = () =>
      database.transaction((tx) =>
        insertRows(tx, SAMPLES, [{ name: 'one', owner: 'a', number: 1 }]),
      );
    await insert();
    await expect(insert()).rejects.toSatisfy(isDuplicate);
    await expect(database.transaction((tx) => tx.run('SELEKT'))).rejects.not.toSatisfy(isDuplicate);
  });

  it('rolls back what a failing transaction wrote', async () => {
    await expect(
      database.transaction(async (tx) => {
        await insertIfAbsent(tx, SAMPLES, sample('rolled-back', 'a'));
        throw new TypeError('no');
      }),
    ).rejects.toThrow('no');
    expect(await ownerOf('rolled-back')).toBeUndefined();
  });

  it('compares identifiers as bytes', async () => {
    const both = await database.transaction(async (tx) => [
      await insertIfAbsent(tx, SAMPLES, sample('A1', 'upper')),
      await insertIfAbsent(tx, SAMPLES, sample('a1', 'lower')),
    ]);
    expect(both).toEqual([true, true]);
    expect(await ownerOf('a1')).toBe('lower');
  });

  it('upserts many rows in one statement', async () => {
    const write = (owner: string) =>
      database.transaction((tx) =>
        upsertRows(tx, SAMPLES, [
          { name: 'u1', owner, number: 5 },
          { name: 'u2', owner, number: 6 },
        ]),
      );
    await write('first');
    await write('second');
    expect([await ownerOf('u1'), await ownerOf('u2')]).toEqual(['second', 'second']);
  });

  it('counts the rows that a conditional update changed', async () => {
    await database.transaction((tx) => insertIfAbsent(tx, SAMPLES, sample('race', 'nobody')));
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        database.transaction((tx) =>
          tx.run('UPDATE samples SET owner = ? WHERE name = ? AND owner = ?', [
            `w${index}`,
            'race',
            'nobody',
          ]),
        ),
      ),
    );
    expect(claims.filter((changed) => changed === 1)).toHaveLength(1);
  });

  it('refuses a write outside a transaction on SQLite', async () => {
    if (database.dialect !== 'sqlite') return;
    await expect(database.read.run("DELETE FROM samples WHERE owner = 'x'")).rejects.toThrow(
      /readonly/,
    );
  });

  it('gives transactions through models the same connection', async () => {
    const Sample = database.sequelize.define(
      'Sample',
      { name: { type: 'TEXT', primaryKey: true }, owner: 'TEXT', number: 'BIGINT' },
      { tableName: 'samples' },
    );
    await database.transaction(async (tx) => {
      await tx.run("INSERT INTO samples VALUES ('model', 'raw', 1)");
      const [changed] = await Sample.update(
        { owner: 'model' },
        { where: { name: 'model', owner: 'raw' }, transaction: await tx.forModels() },
      );
      expect(changed).toBe(1);
    });
    expect(await ownerOf('model')).toBe('model');
  });
});

/** SQLite runs in the process, so no network can lose its responses. */
if (process.env['TEST_DATABASE'] === 'mysql') {
  it('ends reads that the database never answers and continues to read', async () => {
    const address = await createTestDatabase();
    const database = await openDatabase(address.url, quietLog, { statementMs: 300 });
    const startedAt = Date.now();
    const hanging = Array.from({ length: 12 }, () => database.read.rows('SELECT SLEEP(20)'));
    for (const read of await Promise.allSettled(hanging)) {
      expect(read).toMatchObject({ status: 'rejected' });
      expect(isUnavailable((read as PromiseRejectedResult).reason)).toBe(true);
    }
    expect(await database.read.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await database.close();
    await address.drop();
  });
}
