import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, newObjectId } from '../../../src/platform/ids';
import type { Database } from '../../../src/platform/storage/database';
import { amongKeys } from '../../../src/platform/storage/ranges';
import { insertRows, keyIn } from '../../../src/platform/storage/sql';
import { defineTable, integer, text } from '../../../src/platform/storage/table';
import { openTestDatabase } from '../../support/database';

const KEY = ['tenant_id', 'conversation_id'] as const;
const LANES = defineTable('callback_lanes', ['tenant_id', 'conversation_id'], {
  tenant_id: text(),
  conversation_id: text(),
  head: integer(),
  tail: integer(),
  due_at: integer(),
  head_due_at: integer(),
});
const ROWS = 500;

describe('rows by a composite key', () => {
  let database: Database;
  let close: () => Promise<void>;
  const newKey = (tenantId = newId()) => [tenantId, newObjectId(Date.now())] as const;
  const keys = Array.from({ length: ROWS }, () => newKey());
  const tenantId = newId();
  const ofOneTenant = Array.from({ length: 60 }, () => newKey(tenantId));

  beforeAll(async () => {
    ({ database, close } = await openTestDatabase());
    const rows = [...keys, ...ofOneTenant].map(([ofTenant, conversationId]) => ({
      tenant_id: ofTenant,
      conversation_id: conversationId,
      head: 1,
      tail: 1,
      due_at: 0,
      head_due_at: 0,
    }));
    await database.transaction((tx) => insertRows(tx, LANES, rows));
  });
  afterAll(() => close());

  it.each([1, 2, 30])('finds %i rows by their composite keys, and no other', async (count) => {
    const wanted = keys.slice(0, count);
    const rows = await database.read.rows<Record<string, string>>(
      `SELECT ${KEY.join(', ')} FROM callback_lanes WHERE ${keyIn(database.dialect, KEY, wanted)}`,
      wanted.flat(),
    );
    const found = rows.map((row) => KEY.map((column) => row[column]).join());
    expect(new Set(found)).toEqual(new Set(wanted.map((key) => key.join())));
    expect(found).toHaveLength(count);
  });

  it.each([1, 2, 30])('finds %i rows of several tenants, most of one', async (count) => {
    const [first] = keys;
    const wanted = [...ofOneTenant.slice(0, count), first ?? ['', ''], [newId(), 'none']] as const;
    const { where, params } = amongKeys(database.dialect, KEY, wanted);
    const rows = await database.read.rows<Record<string, string>>(
      `SELECT ${KEY.join(', ')} FROM callback_lanes WHERE ${where}`,
      [...params],
    );
    const found = rows.map((row) => KEY.map((column) => row[column]).join());
    expect(found.toSorted()).toEqual(
      wanted
        .slice(0, -1)
        .map((key) => key.join())
        .toSorted(),
    );
  });

  // A statement that scans the table for one row waits for every locked row on its way.
  it.each([1, 2, 30])(
    'writes %i rows by their composite keys without reading others',
    async (count) => {
      const wanted = keys.slice(0, count);
      const where = keyIn(database.dialect, KEY, wanted);
      const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      for (const write of ['UPDATE callback_lanes SET due_at = 1', 'DELETE FROM callback_lanes']) {
        const plan = await database.read.rows<{ detail?: string; rows?: number; type?: string }>(
          `${explain} ${write} WHERE ${where}`,
          wanted.flat(),
        );
        if (database.dialect === 'sqlite') {
          expect(plan.map(({ detail }) => detail).join()).toMatch(/SEARCH callback_lanes USING/);
        } else {
          expect(plan).toMatchObject([{ type: 'range' }]);
          expect(Number(plan[0]?.rows)).toBeLessThanOrEqual(count);
        }
      }
    },
  );
});
