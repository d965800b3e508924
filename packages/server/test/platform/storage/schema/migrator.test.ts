import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/storage/database';
import { openDatabase } from '../../../../src/platform/storage/open-database';
import { MIGRATIONS } from '../../../../src/platform/storage/schema/migrations';
import { migrate, NewerSchemaError } from '../../../../src/platform/storage/schema/migrator';
import type { Migration } from '../../../../src/platform/storage/schema/migration';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../../../support/database';
import { endingAfter, expireMigrationLease, Killed } from '../../../support/dying-database';
import { schemaOf } from '../../../support/schema';

const isMysql = process.env['TEST_DATABASE'] === 'mysql';

let address: TestDatabaseAddress;
let database: Database;
beforeEach(async () => {
  address = await createTestDatabase();
  database = await openDatabase(address.url, quietLog);
});
afterEach(async () => {
  await database.close();
  await address.drop();
});

/** The schema after an undisturbed start, and the statements that wrote it. */
async function undisturbedSchema(): Promise<{ schema: unknown[]; writes: string[] }> {
  const other = await createTestDatabase();
  const whole = await openDatabase(other.url, quietLog);
  const writes: string[] = [];
  await migrate(
    {
      ...whole,
      transaction: (work) =>
        whole.transaction((tx) =>
          work({
            ...tx,
            run: (sql, params) => {
              writes.push(sql);
              return tx.run(sql, params);
            },
            insert: (insert) => {
              writes.push(insert.into);
              return tx.insert(insert);
            },
          }),
        ),
    },
    quietLog,
  );
  const schema = await schemaOf(whole);
  await whole.close();
  await other.drop();
  return { schema, writes };
}

describe('a first start that is killed', () => {
  it('finishes a first start that was killed after any statement', async () => {
    const { schema, writes } = await undisturbedSchema();
    const statements = writes.filter((sql) => /^(CREATE|ALTER|DROP)/.test(sql));
    expect(statements.length).toBeGreaterThan(40);
    for (const last of statements) {
      let hasRun = false;
      const dying = endingAfter(database, (sql) => !hasRun && (hasRun = sql === last));
      await expect(migrate(dying, quietLog), last).rejects.toThrow();
      await expireMigrationLease(database);
    }
    await migrate(database, quietLog);
    expect(await schemaOf(database)).toEqual(schema);
  }, 120_000);

  it('finishes a first start that was killed after any record of its progress', async () => {
    const { schema, writes } = await undisturbedSchema();
    const isRecord = (sql: string): boolean => /^(INSERT|UPDATE)/.test(sql);
    const records = writes.filter(isRecord).length;
    expect(records).toBeGreaterThan(0);
    // Each start is killed one record later than the previous one.
    for (let life = 1; life <= records; life++) {
      let seen = 0;
      const dying = endingAfter(database, (sql) => isRecord(sql) && ++seen === life);
      await migrate(dying, quietLog).catch((error: unknown) => {
        expect(String(error)).toContain('Killed');
      });
      await expireMigrationLease(database);
    }
    await migrate(database, quietLog);
    expect(await schemaOf(database)).toEqual(schema);
  }, 120_000);
});

const tables = (name: string, ...up: string[]): Migration => ({ name, up: () => up });

describe('migrations', () => {
  it('refuses the schema of a newer program, and changes nothing', async () => {
    const [first, second] = [
      tables('0001-first', 'CREATE TABLE one (n INTEGER PRIMARY KEY)'),
      tables('0002-second', 'CREATE TABLE two (n INTEGER PRIMARY KEY)'),
    ];
    await migrate(database, quietLog, [first, second]);
    const before = await schemaOf(database);
    const third = tables('0003-third', 'CREATE TABLE three (n INTEGER PRIMARY KEY)');
    await expect(migrate(database, quietLog, [first, third])).rejects.toThrow(NewerSchemaError);
    expect(await schemaOf(database)).toEqual(before);
  });

  it('fails at each start on a table that is in the way', async () => {
    await database.transaction((tx) => tx.run('CREATE TABLE one (letter CHAR(1))'));
    const first = tables('0001-first', 'CREATE TABLE one (n INTEGER PRIMARY KEY)');
    for (let start = 1; start <= 3; start++) {
      await expect(migrate(database, quietLog, [first]), `start ${start}`).rejects.toThrow(
        /already exists/,
      );
    }
  });

  it('changes rows once, wherever a start is killed', async () => {
    const first = tables('0001-first', 'CREATE TABLE one (n INTEGER PRIMARY KEY)');
    const second = tables(
      '0002-second',
      'INSERT INTO one (n) VALUES (1)',
      'UPDATE one SET n = n + 1',
    );
    for (const last of second.up({} as never)) {
      const dying = endingAfter(database, (sql) => sql === last);
      await expect(migrate(dying, quietLog, [first, second])).rejects.toThrow('');
      await expireMigrationLease(database);
    }
    await migrate(database, quietLog, [first, second]);
    expect(await database.read.rows('SELECT n FROM one')).toEqual([{ n: 2 }]);
  });
});

if (isMysql) {
  describe('nodes that start at once', () => {
    it('migrates on one of several nodes at a time, each statement once', async () => {
      const others = await Promise.all([1, 2, 3].map(() => openDatabase(address.url, quietLog)));
      await Promise.all([database, ...others].map((node) => migrate(node, quietLog)));
      const rows = await database.read.rows<{ name: string }>('SELECT name FROM migrations');
      expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
      for (const other of others) await other.close();
    });

    it('takes a migration over from a dead node when its lease ends, and lets that node record nothing more', async () => {
      const first = tables('0001-first', 'CREATE TABLE one (n INTEGER PRIMARY KEY)');
      const dying = endingAfter(database, (sql) => sql.startsWith('CREATE TABLE one'));
      await expect(migrate(dying, quietLog, [first])).rejects.toThrow(Killed);
      const [left] = await database.read.rows<{ isHeld: number }>(
        'SELECT expires_at > UNIX_TIMESTAMP() * 1000 AS isHeld FROM migration_lease',
      );
      expect(left?.isHeld).toBe(1);
      await migrate(database, quietLog, [first]);
      expect(await database.read.rows('SELECT name FROM migrations')).toEqual([
        { name: '0001-first' },
      ]);
    });
  });
}
