import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../../src/platform/storage/database';
import { openDatabase } from '../../../../src/platform/storage/open-database';
import { EarlierSchemaError } from '../../../../src/platform/storage/schema/earlier-schema';
import { migrate, NewerSchemaError } from '../../../../src/platform/storage/schema/migrator';
import {
  createTestDatabase,
  openTestDatabase,
  quietLog,
  type TestDatabaseAddress,
} from '../../../support/database';
import { fixtureOf, restore } from '../../../support/dump';
import { endingAfter, expireMigrationLease, Killed } from '../../../support/dying-database';
import { schemaOf } from '../../../support/schema';

let address: TestDatabaseAddress;
let database: Database;
/** Restores a database as the last commit before 0.2.0 leaves it. */
beforeEach(async () => {
  address = await createTestDatabase();
  database = await openDatabase(address.url, quietLog);
  await restore(database, readFileSync(fixtureOf('before-0.2.0', database.dialect), 'utf8'));
});
afterEach(async () => {
  await database.close();
  await address.drop();
});

const write = (sql: string): Promise<number> => database.transaction((tx) => tx.run(sql));
const namesOf = async (node: Database): Promise<string[]> => {
  const rows = await node.read.rows<{ name: string }>('SELECT name FROM migrations');
  return rows.map(({ name }) => name);
};

describe('a database of the last version before 0.2.0', () => {
  beforeEach(async () => {
    await write(
      `INSERT INTO callback_stops (tenant_id, event, address) VALUES ('t', 'ticket-created', 'https://shop.example')`,
    );
  });

  it('adopts an earlier database with its rows, wherever a start is killed', async () => {
    const before = await schemaOf(database);
    let lives = 1;
    for (; ; lives++) {
      let writes = 0;
      const dying = endingAfter(database, () => ++writes === lives);
      const end = await migrate(dying, quietLog).catch((error: unknown) => error);
      if (end === undefined) break;
      expect(end).toBeInstanceOf(Killed);
      if (database.dialect === 'sqlite') expect(await schemaOf(database)).toEqual(before);
      await expireMigrationLease(database);
    }
    // Two tables, the names that go, and the one that comes.
    expect(lives).toBeGreaterThanOrEqual(4);

    const fresh = await openTestDatabase();
    onTestFinished(fresh.close);
    expect(await schemaOf(database)).toEqual(await schemaOf(fresh.database));
    expect(await namesOf(database)).toEqual(await namesOf(fresh.database));
    expect(await database.read.rows('SELECT tenant_id, event FROM callback_blocks')).toEqual([
      { tenant_id: 't', event: 'ticket-created' },
    ]);
  });

  it('adopts an earlier database on one of several nodes that start at once', async () => {
    const others =
      database.dialect === 'mysql'
        ? await Promise.all([1, 2].map(() => openDatabase(address.url, quietLog)))
        : [];
    onTestFinished(async () => {
      for (const other of others) await other.close();
    });
    await Promise.all([database, ...others].map((node) => migrate(node, quietLog)));
    expect(await namesOf(database)).toEqual(['0001-first-release']);
  });
});

describe('a database of an earlier version before 0.2.0', () => {
  it.each([
    ['lacks the last migration', "DELETE FROM migrations WHERE name = '0028-knowledge-vectors'"],
    ['lacks one in between', "DELETE FROM migrations WHERE name = '0014-attachments'"],
    ['has another one', "INSERT INTO migrations (name, run_at) VALUES ('0024-nodes', 1)"],
  ])('refuses a database that %s, and leaves it as it is', async (_, change) => {
    await write(change);
    const before = [await schemaOf(database), await namesOf(database)];
    const refusal = await migrate(database, quietLog).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EarlierSchemaError);
    expect(String(refusal)).toMatch(/chat-relay backup.* commit 2d003456 /);
    expect([await schemaOf(database), await namesOf(database)]).toEqual(before);
  });

  it('does not take a newer schema for an earlier one', async () => {
    await write("DELETE FROM migrations WHERE name <> '0028-knowledge-vectors'");
    await expect(migrate(database, quietLog)).rejects.toThrow(NewerSchemaError);
  });
});
