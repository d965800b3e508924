import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/storage/database';
import { openDatabase } from '../../../src/platform/storage/open-database';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../../support/database';

const SLOW_READ_MS = 1_000;
const ENDLESS = {
  sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n',
  mysql: `SELECT COUNT(*) FROM ${['a', 'b', 'c', 'd', 'e'].map((name) => `information_schema.collations ${name}`).join(', ')}`,
};

describe('a slow read', () => {
  let address: TestDatabaseAddress;
  let database: Database;

  beforeEach(async () => {
    address = await createTestDatabase();
    database = await openDatabase(address.url, quietLog, { slowReadMs: SLOW_READ_MS });
  });
  afterEach(async () => {
    await database.close();
    await address.drop();
  });

  const readEndlessly = () => database.slowRead.rows(ENDLESS[database.dialect]);

  it('stops a slow read when its time is over', async () => {
    await expect(readEndlessly()).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterS: 1,
      message: expect.stringContaining('Narrow it'),
    });
    expect(await database.slowRead.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('stops a slow read in the database too', async () => {
    await expect(readEndlessly()).rejects.toMatchObject({ code: 'overloaded' });
    if (database.dialect === 'sqlite') {
      // SQLite has one handle for slow reads: it responds only when nothing else runs on it.
      expect(await database.slowRead.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      return;
    }
    const stillRunning = () =>
      database.read.rows<{ count: number }>(
        `SELECT COUNT(*) AS count FROM information_schema.processlist
         WHERE db = DATABASE() AND info LIKE '%collations a%' AND id <> CONNECTION_ID()`,
      );
    // MariaDB responds a moment before it updates the process list.
    await expect.poll(stillRunning, { timeout: 5000, interval: 20 }).toEqual([{ count: 0 }]);
  });

  it('delays no short read and no write by slow reads', async () => {
    const order: string[] = [];
    const slow = Array.from({ length: 6 }, () =>
      readEndlessly().catch((error: { code: string }) => void order.push(error.code)),
    );
    await database.read.rows('SELECT 1');
    await database.transaction((tx) => tx.rows('SELECT 1'));
    order.push('read and written');
    await Promise.all(slow);
    expect(order).toEqual(['read and written', ...Array<string>(6).fill('overloaded')]);
  });
});
