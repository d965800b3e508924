import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/storage/database';
import { expectOrder, setUpCallbackSuite, SOON } from '../../support/callback-suite';

describe('a claim of callbacks', () => {
  const suite = setUpCallbackSuite();
  const { startReceiver, makeLanes, statesOf, drain } = suite;

  it('sends each event once where SKIP LOCKED locks and skips nothing', async () => {
    const receiver = await startReceiver();
    const tenants = await Promise.all([1, 2, 3, 4].map(() => suite.stage.addTenant(receiver.url)));
    const workers = Array.from({ length: 3 }, () =>
      suite.stage.createWorker({ database: withoutSkipLocked(suite.database) }),
    );
    for (const worker of workers) worker.start();
    for (let round = 0; round < 5; round++) {
      await suite.stage.enqueue(tenants.flatMap((tenantId) => makeLanes(tenantId, 6, 2)));
      for (const worker of workers) worker.wake();
    }
    await drain(workers);
    const sent = receiver.arrivals.map(({ eventId }) => eventId);
    expect(sent).toHaveLength(4 * 5 * 6 * 2);
    expect(new Set(sent).size).toBe(sent.length);
    expect(workers.map((worker) => worker.stats().lost)).toEqual([0, 0, 0]);
    expectOrder(receiver.arrivals);
  });

  it.each([
    ['a claim', 1],
    ['the outcome of a first event', 2],
  ])('loses no time when the commit of a claim, %s, is not confirmed', async (_, failing) => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(receiver.url);
    await suite.stage.enqueue(makeLanes(tenantId, 1, 3));
    const database = unconfirmed(suite.database, failing);
    suite.stage.createWorker({ database }).start();
    // Delivered at once: waiting for the lease to expire would take 30 s.
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(3).fill('delivered'));
    expect(receiver.arrivals.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });
});

/** The database, as on an engine that accepts SKIP LOCKED and ignores it. */
function withoutSkipLocked(database: Database): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...tx,
          rows: (sql, params) => tx.rows(sql.replaceAll(' FOR UPDATE SKIP LOCKED', ''), params),
        }),
      ),
  };
}

/** The database, whose connection fails after the nth commit and before its confirmation. */
function unconfirmed(database: Database, nth: number): Database {
  let commits = 0;
  return {
    ...database,
    transaction: async (work) => {
      const result = await database.transaction(work);
      commits += 1;
      if (commits !== nth) return result;
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    },
  };
}
