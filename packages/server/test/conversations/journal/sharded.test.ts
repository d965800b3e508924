import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/platform/clock';
import type { Database } from '../../../src/platform/storage/database';
import { createFolding } from '../../../src/reports/folding';
import { setUpCallbackSuite } from '../../support/callback-suite';
import { addVisitorSession, surroundings, visitorSays } from '../../support/conversations';
import { quietLog } from '../../support/database';
import { openTestJournal } from '../../support/journal';

const SESSIONS_EACH = 4;

describe('a database that is sharded by tenant', () => {
  const suite = setUpCallbackSuite();

  it('writes rows of one tenant in each transaction of messages, callbacks and reports', async () => {
    const receiver = await suite.startReceiver();
    const tenantIds = await suite.stage.addTenants(3, receiver.url);
    const { database, counts } = recordTenants({ ...suite.database, isSharded: true }, tenantIds);
    const shared = { database, clock: systemClock, log: quietLog };
    const journal = openTestJournal({
      ...shared,
    });
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS_EACH * tenantIds.length }, (_, index) =>
        addVisitorSession(suite.database, {
          tenant_id: tenantIds[index % tenantIds.length] ?? '',
        }),
      ),
    );
    await Promise.all(
      sessions.map((session) =>
        journal.submit({ session, command: visitorSays('Hello'), surroundings: surroundings() }),
      ),
    );
    expect(counts).toEqual([1, 1, 1]);

    const worker = suite.stage.createWorker({ database });
    worker.start();
    await suite.drain([worker]);
    await createFolding(shared).fold();
    expect(receiver.arrivals.length).toBeGreaterThanOrEqual(sessions.length);
    expect(await suite.database.read.rows('SELECT 1 FROM report_entries')).toEqual([]);
    expect(Math.max(...counts), 'tenants of a transaction').toBe(1);
  });
});

/** Counts the tenants that each transaction writes rows of. */
function recordTenants(database: Database, tenantIds: readonly string[]) {
  const counts: number[] = [];
  const recorded: Database = {
    ...database,
    transaction: async (work, options) => {
      const written = new Set<unknown>();
      const result = await database.transaction((tx) => {
        const note = (values: readonly unknown[]) => {
          for (const value of values) if (tenantIds.includes(value as string)) written.add(value);
        };
        return work({
          ...tx,
          run: (sql, params = []) => {
            note(params);
            return tx.run(sql, params);
          },
          insert: (insert) => {
            note(insert.values);
            return tx.insert(insert);
          },
        });
      }, options);
      counts.push(written.size);
      return result;
    },
  };
  return { database: recorded, counts };
}
