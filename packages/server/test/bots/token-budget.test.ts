import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTokenBudget } from '../../src/bots/providers/token-budget';
import { createBudgets } from '../../src/platform/storage/budgets';
import type { Database } from '../../src/platform/storage/database';
import type { Tenant } from '../../src/tenants/tenant';
import { openTestDatabase } from '../support/database';

let database: Database;
let close: () => Promise<void>;
let transactions = 0;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
});
afterAll(() => close());

const counted = (): Database => ({
  ...database,
  transaction: (...given) => {
    transactions++;
    return database.transaction(...given);
  },
});
const tokens = () =>
  createTokenBudget({
    database: counted(),
    budgets: createBudgets({ database, clock: Date.now }),
    clock: Date.now,
  });
const tenant = (tenantId: string, dailyTokens: number) =>
  ({ tenantId, bot: { dailyTokens } }) as Tenant;

it('lets questions of one moment reserve no more than is left, also on two nodes', async () => {
  const asked = tenant('a', 1_000);
  const nodes = [tokens(), tokens()];
  const taken = await Promise.all(
    Array.from({ length: 60 }, (_, n) => nodes[n % 2]!.reserve(asked, 100)),
  );
  expect(taken.filter(Boolean)).toHaveLength(10);
  await Promise.all(Array.from({ length: 10 }, () => nodes[0]!.settle(asked, 100, 50)));
  expect(await nodes[1]!.reserve(asked, 501)).toBe(false);
  expect(await nodes[1]!.reserve(asked, 500)).toBe(true);
});

it('reserves for many questions, and of many tenants, in a few transactions', async () => {
  const { reserve, settle } = tokens();
  const tenants = Array.from({ length: 5 }, (_, n) => tenant(`many-${n}`, 1_000_000));
  const each = Array.from({ length: 100 }, (_, n) => tenants[n % 5]!);
  transactions = 0;
  expect(new Set(await Promise.all(each.map((one) => reserve(one, 10))))).toEqual(new Set([true]));
  await Promise.all(each.map((one) => settle(one, 10, 4)));
  expect(transactions).toBeLessThanOrEqual(4);
});
