import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { createPool } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sqlIdempotencyStore, sqlReplayStore } from '../../src/index';
import type { SqlStoreOptions } from '../../src/index';
import { behavesAsIdempotencyStore, behavesAsReplayStore } from './shared-store';

type Query = SqlStoreOptions['query'];
interface Opened {
  query: Query;
  close(): Promise<void>;
}

/** The tables as the README gives them. */
const TABLES = [
  ...readFileSync(new URL('../../README.md', import.meta.url), 'utf8').matchAll(
    /```sql\n(.*?)```/gs,
  ),
].flatMap(([, sql = '']) => sql.split(';').filter((statement) => statement.trim() !== ''));

async function openSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-stores-'));
  const database = new DatabaseSync(join(folder, 'a.sqlite'));
  return {
    query: async (sql, values) => database.prepare(sql).all(...values),
    close: async () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openMysql(): Promise<Opened> {
  const url = new URL(process.env['TEST_MYSQL_URL'] ?? '');
  const name = `receiver_sdk_${randomUUID().replaceAll('-', '')}`;
  const admin = createPool(url.href);
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  url.pathname = `/${name}`;
  const pool = createPool({ uri: url.href, connectionLimit: 8 });
  return {
    query: (sql, values) => pool.query(sql, values),
    close: async () => {
      await pool.end();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

const databases: [string, () => Promise<Opened>][] = [['SQLite', openSqlite]];
if (process.env['TEST_MYSQL_URL']) databases.push(['MariaDB', openMysql]);

describe.each(databases)('the stores in %s', (_, open) => {
  let opened: Opened;
  const query: Query = (sql, values) => opened.query(sql, values);

  beforeAll(async () => {
    opened = await open();
    expect(TABLES.length).toBeGreaterThan(1);
    for (const statement of TABLES) await query(statement, []);
  });
  afterAll(() => opened.close());

  behavesAsReplayStore(() => sqlReplayStore({ query }));
  behavesAsIdempotencyStore((options) => sqlIdempotencyStore({ query, ...options }));

  it('the SQL stores delete what has expired', async () => {
    await sqlReplayStore({ query }).claim('old', -1);
    await sqlReplayStore({ query }).claim('new', 60_000);
    expect(await sqlReplayStore({ query }).claim('old', 60_000)).toBe(true);
    expect(await sqlReplayStore({ query }).claim('new', 60_000)).toBe(false);
  });

  it('the SQL stores fail when their table is missing', async () => {
    const store = sqlReplayStore({ query, table: 'missing' });
    await expect(store.claim('a', 1)).rejects.toThrow(/missing/);
  });
});

describe('sqlReplayStore', () => {
  it("numbers Postgres' parameters, and knows its code and a wrapped one", async () => {
    const query = vi
      .fn<Query>()
      .mockRejectedValueOnce(Object.assign(new Error('duplicate key'), { code: '23505' }))
      .mockRejectedValueOnce(new Error('wrapped', { cause: { code: '23505' } }));
    const store = sqlReplayStore({ query, placeholder: '$1' });
    expect(await store.claim('a', 1)).toBe(false);
    expect(await store.claim('a', 1)).toBe(false);
    expect(query.mock.calls[0]?.[0]).toMatch(/VALUES \(\$1, \$2\)$/);
  });

  it.each([{ query: undefined }, { query: () => Promise.resolve(), table: 'a; DROP TABLE b' }])(
    'takes %o for a mistake',
    (options) => {
      expect(() => sqlReplayStore(options as unknown as SqlStoreOptions)).toThrow(TypeError);
    },
  );
});
