import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { createTypes } from '../../src/platform/storage/schema/column-types';
import { migrate } from '../../src/platform/storage/schema/migrator';
import { createPrintedLog } from './printed/log';

/** A log that prints nothing to the terminal. */
export const quietLog = createPrintedLog();

export interface TestDatabaseAddress {
  url: string;
  /** Removes the database. */
  drop(): Promise<void>;
}

/** A fresh, empty database of the kind that the suite runs on. */
export async function createTestDatabase(): Promise<TestDatabaseAddress> {
  if (process.env['TEST_DATABASE'] !== 'mysql') {
    const folder = mkdtempSync(join(tmpdir(), 'chat-relay-test-'));
    return {
      url: `sqlite:${join(folder, 'relay.sqlite')}`,
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const server = process.env['TEST_MYSQL_URL'];
  if (!server) throw new Error('TEST_DATABASE=mysql needs TEST_MYSQL_URL=mysql://user@host:port/');
  const name = `relay_test_${randomBytes(6).toString('hex')}`;
  await administrate(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(server, `DROP DATABASE ${name}`) };
}

async function administrate(server: string, statement: string): Promise<void> {
  const connection = await createConnection(server);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}

/** Opened and migrated; `close` also removes it. */
export async function openTestDatabase(): Promise<{
  database: Database;
  close(): Promise<void>;
}> {
  const address = await createTestDatabase();
  const database = await openDatabase(address.url, quietLog);
  await migrate(database, quietLog);
  return {
    database,
    close: async () => {
      await database.close();
      await address.drop();
    },
  };
}

/** A table for tests of the storage itself: `name` (key), `owner`, `number`. */
export async function createSamples(database: Database): Promise<void> {
  const t = createTypes(database.dialect);
  await database.transaction((tx) =>
    tx.run(
      `CREATE TABLE samples (
        name ${t.ascii(40)} PRIMARY KEY,
        owner ${t.ascii(36)} NOT NULL,
        number ${t.time} NOT NULL
      ) ${t.tableEnd}`,
    ),
  );
}
