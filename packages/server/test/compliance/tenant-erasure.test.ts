import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAudit } from '../../src/audit/log';
import { newId } from '../../src/platform/ids';
import type { Database } from '../../src/platform/storage/database';
import type { SqlValue } from '../../src/platform/storage/table';
import { createCallbackStage } from '../support/callback-stage';
import { openTestDatabase, quietLog } from '../support/database';
import { addOperators } from '../support/grown-operators';
import { grow } from '../support/growth';
import { createTenantErasure, relayData } from '../support/stored-data';

let database: Database;
let close: () => Promise<void>;
let tables: string[];
/** Each DELETE statement: its table, its rows, and the time in ms since its transaction began. */
let batches: { table: string; rows: number; tookMs: number }[] = [];

beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
  tables = await tenantTables();
});
afterAll(() => close());

/** The tables that have a column of that name. */
async function tenantTables(): Promise<string[]> {
  const found = await database.read.rows<{ name: string }>(
    database.dialect === 'sqlite'
      ? `SELECT m.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND c.name = 'tenant_id'`
      : `SELECT table_name AS name FROM information_schema.columns
         WHERE table_schema = DATABASE() AND column_name = 'tenant_id'`,
  );
  return found.map(({ name }) => name).toSorted();
}

async function rowsOf(tenantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await database.read.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${table} WHERE tenant_id = ?`,
      [tenantId],
    );
    counts[table] = Number(row?.n);
  }
  return counts;
}

const noRows = () => Object.fromEntries(tables.map((table) => [table, 0]));

/** A deleted tenant whose time is over, and one that stays; both with conversations. */
async function addTenants(): Promise<[due: string, kept: string]> {
  const workspaceId = newId();
  const stage = createCallbackStage(database);
  const tenantIds = await stage.addTenants(2, 'http://127.0.0.1:9', workspaceId);
  const operatorIds = [newId(), newId()];
  await addOperators(database, { workspaceId, tenantIds, operatorIds });
  await grow(database, {
    tenantIds,
    operatorIds,
    conversations: 400,
    messagesEach: 8,
    eventsEach: 3,
    laneEvery: 10,
  });
  const [due = '', kept = ''] = tenantIds;
  await run(
    `UPDATE tenants SET status = 'deleting', restores_to = 'active', deletes_at = ?
     WHERE tenant_id = ?`,
    [Date.now() - 1, due],
  );
  return [due, kept];
}

const run = (sql: string, params: readonly SqlValue[]): Promise<number> =>
  database.transaction((tx) => tx.run(sql, params));

function erasure(database: Database) {
  const clock = Date.now;
  const audit = createAudit({ database, clock, log: quietLog });
  return createTenantErasure({
    database,
    clock,
    audit,
    directory: { invalidate: () => {} },
    removals: { workOff: async () => true },
  });
}

/** The database, with a record of each transaction's deletions. */
function noted(): Database {
  batches = [];
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (tx) => {
        const startedAt = performance.now();
        return work({
          ...tx,
          run: async (sql, params) => {
            const rows = await tx.run(sql, params);
            const table = /^DELETE FROM (\w+)/.exec(sql)?.[1];
            const tookMs = performance.now() - startedAt;
            if (table !== undefined) batches.push({ table, rows, tookMs });
            return rows;
          },
        });
      }, options),
  };
}

/** Tables that are erased through the search index. */
const OF_SEARCH =
  process.env['TEST_DATABASE'] === 'mysql'
    ? ['search_documents', 'search_terms']
    : ['search_documents'];

it('knows every table that has rows of a tenant', () => {
  const ofTenants = relayData({ database }).flatMap(({ ofTenant = [] }) => ofTenant);
  const tablesOfTenants = ofTenants.map(({ name }) => name);
  expect(['removed_conversations', ...tablesOfTenants, ...OF_SEARCH, 'tenants'].toSorted()).toEqual(
    tables,
  );
});

it('erases every row of a tenant whose time is over, and no one else’s', async () => {
  const [due, kept] = await addTenants();
  const before = await rowsOf(kept);
  expect((await rowsOf(due))['messages']).toBeGreaterThan(1_000);
  expect(await erasure(noted())(() => false)).toBe(1);
  expect(await rowsOf(due)).toEqual(noRows());
  expect(await rowsOf(kept)).toEqual(before);
  const entries = await database.read.rows<{ action: string; details: string }>(
    'SELECT action, details FROM audit_entries WHERE subject = ?',
    [due],
  );
  expect(entries).toEqual([{ action: 'tenant.erased', details: '{}' }]);
});

it('deletes at most 500 rows at once', async () => {
  await addTenants();
  await erasure(noted())(() => false);
  const sizes = batches.map(({ rows }) => rows);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  expect(sizes.length).toBeGreaterThan(10);
  if (process.env['SHOW_FIGURES']) {
    console.table(batches.map((batch) => ({ ...batch, tookMs: batch.tookMs.toFixed(1) })));
  }
});

it('deletes fewer rows at once while commits take long', async () => {
  await addTenants();
  const fast = noted();
  const slow: Database = {
    ...fast,
    transaction: async (work, options) => {
      const result = await fast.transaction(work, options);
      await wait(40);
      return result;
    },
  };
  await erasure(slow)(() => batches.length >= 4);
  const [first = 0, ...others] = batches.map(({ rows }) => rows);
  expect(others.map((rows) => rows < first / 2)).toEqual([true, true, true]);
  await erasure(database)(() => false);
});

it('continues where it was stopped', async () => {
  const [due] = await addTenants();
  let asked = 0;
  expect(await erasure(database)(() => ++asked > 5)).toBe(0);
  const rest = await rowsOf(due);
  expect(rest).toMatchObject({ tenants: 1 });
  expect(rest['messages']).toBeGreaterThan(0);
  expect(await erasure(database)(() => false)).toBe(1);
  expect(await rowsOf(due)).toEqual(noRows());
});

it('is done once by two nodes at a time', async () => {
  const [due] = await addTenants();
  const never = () => false;
  const done = await Promise.all([erasure(database)(never), erasure(database)(never)]);
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await rowsOf(due)).toEqual(noRows());
});

it('leaves a tenant alone that can still be restored, or was', async () => {
  const [early, restored] = await addTenants();
  await run('UPDATE tenants SET deletes_at = ? WHERE tenant_id = ?', [Date.now() + 60_000, early]);
  const before = [await rowsOf(early), await rowsOf(restored)];
  expect(await erasure(database)(() => false)).toBe(0);
  expect([await rowsOf(early), await rowsOf(restored)]).toEqual(before);
});
