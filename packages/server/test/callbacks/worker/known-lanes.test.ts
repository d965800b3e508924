import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RESERVED_MS } from '../../../src/callbacks/events/queued-event';
import type { Database } from '../../../src/platform/storage/database';
import type { Sql } from '../../../src/platform/storage/sql';
import { createGate, expectOrder, setUpCallbackSuite, SOON } from '../../support/callback-suite';

/** Longer than any of these tests. */
const NEVER = 60_000;

describe('a node that has committed events', () => {
  const suite = setUpCallbackSuite();
  const { startReceiver, makeLanes, statesOf, drain } = suite;

  it('leases the lanes of a commit with two statements, and looks for no others', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(receiver.url);
    const statements: string[] = [];
    const database = recording(suite.database, statements);
    const { worker, commit } = suite.stage.createNode({ database, pollMs: NEVER });
    worker.start();
    await wait(100); // its first look for lanes that are due
    statements.length = 0;
    await commit(makeLanes(tenantId, 5, 1));
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(5).fill('delivered'));
    await wait(50);
    expect(statements.filter((sql) => sql.includes('SET lease_owner'))).toHaveLength(1);
    expect(statements.filter((sql) => sql.includes('FROM callback_lanes lane'))).toHaveLength(1);
    expect(statements.filter(looksForDue)).toEqual([]);
  });

  it.each(['failing', 'suspended'] as const)(
    'looks at most once a second for new lanes of a tenant that is %s',
    async (how) => {
      const receiver = await startReceiver(() => (how === 'failing' ? 'error' : 'ok'));
      const tenantId = await suite.stage.addTenant(receiver.url);
      const statements: string[] = [];
      const database = recording(suite.database, statements);
      const { worker, commit } = suite.stage.createNode({ database, pollMs: NEVER });
      worker.start();
      if (how === 'suspended') await suite.stage.setTenant(tenantId, { status: 'suspended' });
      else {
        await commit(makeLanes(tenantId, 1, 1));
        await expect.poll(() => receiver.arrivals.length, SOON).toBe(1);
        await wait(50); // its outcome is written
      }
      statements.length = 0;
      const from = performance.now();
      for (let n = 0; n < 10; n++) {
        await commit(makeLanes(tenantId, 1, 1));
        await wait(20);
      }
      const most = 1 + Math.floor((performance.now() - from) / 1000);
      const looks = statements.filter((sql) => sql.includes('AS workspace_id'));
      expect(looks.length).toBeGreaterThan(0);
      expect(looks.length).toBeLessThanOrEqual(most);
    },
  );

  it('leaves them to the others when it has died', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(receiver.url);
    const dead = suite.stage.createNode(); // its worker does nothing
    const other = suite.stage.createNode();
    other.worker.start();
    const committedAt = Date.now();
    await dead.commit(makeLanes(tenantId, 3, 2));
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(6).fill('delivered'));
    const [first] = receiver.arrivals;
    expect(first?.timestampMs).toBeGreaterThanOrEqual(committedAt + RESERVED_MS);
    expectOrder(receiver.arrivals);
  });

  it('sends every event once and in order where three nodes commit to the same conversations', async () => {
    const receiver = await startReceiver(() =>
      wait(Math.random() * 4, 'ok' as const, { ref: false }),
    );
    const tenants = await Promise.all([1, 2].map(() => suite.stage.addTenant(receiver.url)));
    const nodes = [1, 2, 3].map(() => suite.stage.createNode());
    for (const { worker } of nodes) worker.start();
    const conversations = tenants.flatMap((tenantId) =>
      Array.from({ length: 6 }, () => ({ tenantId, id: suite.stage.newConversationId() })),
    );
    await Promise.all(
      conversations.map(async ({ tenantId, id }, index) => {
        for (let sequence = 1; sequence <= 12; sequence++) {
          const events = suite.stage.makeEvents(tenantId, id, sequence, sequence);
          await nodes[(index + sequence) % 3]?.commit(events);
          if (Math.random() < 0.5) await wait(Math.random() * 15);
        }
      }),
    );
    await drain(nodes.map(({ worker }) => worker));
    const sent = receiver.arrivals.map(({ eventId }) => eventId);
    expect(sent).toHaveLength(12 * 12);
    expect(new Set(sent).size).toBe(sent.length);
    expect(nodes.map(({ worker }) => worker.stats().lost)).toEqual([0, 0, 0]);
    expectOrder(receiver.arrivals);
  });

  it('forgets no event that is added while it ends a lane', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(receiver.url);
    const { worker, commit } = suite.stage.createNode({ pollMs: NEVER });
    worker.start();
    const conversations = [1, 2, 3, 4].map(() => suite.stage.newConversationId());
    await Promise.all(
      conversations.map(async (id) => {
        for (let sequence = 1; sequence <= 30; sequence++) {
          await commit(suite.stage.makeEvents(tenantId, id, sequence, sequence));
          await wait(Math.random() * 8);
        }
      }),
    );
    // The node knows these lanes itself: the search for due lanes runs only once a minute.
    await expect.poll(() => receiver.arrivals.length, SOON).toBe(120);
    expectOrder(receiver.arrivals);
  });

  it('lets older lanes of a tenant go first while some wait', async () => {
    const gate = createGate();
    const receiver = await startReceiver(gate.pass);
    const tenantId = await suite.stage.addTenant(receiver.url);
    const { worker, commit } = suite.stage.createNode({ maxPerTenant: 1 });
    const older = makeLanes(tenantId, 3, 1);
    await suite.stage.enqueue(older);
    worker.start();
    await expect.poll(() => receiver.arrivals.length, SOON).toBe(1);
    const newer = makeLanes(tenantId, 2, 1);
    await commit(newer);
    await wait(100);
    gate.open();
    await drain([worker]);
    const sent = receiver.arrivals.map(({ eventId }) => eventId);
    const isNewer = (eventId: string) => newer.some((event) => event.eventId === eventId);
    expect(sent.map(isNewer)).toEqual([false, false, false, true, true]);
  });

  it("counts the other nodes' lanes of a tenant", async () => {
    const gate = createGate();
    const receiver = await startReceiver(gate.pass);
    const tenantId = await suite.stage.addTenant(receiver.url);
    const [busy, node] = [1, 2].map(() => suite.stage.createNode({ maxPerTenant: 3 }));
    busy?.worker.start();
    await busy?.commit(makeLanes(tenantId, 3, 1));
    await expect.poll(() => receiver.arrivals.length, SOON).toBe(3);
    node?.worker.start();
    await wait(100);
    await node?.commit(makeLanes(tenantId, 2, 1));
    await wait(300);
    expect(receiver.arrivals).toHaveLength(3);
    gate.open();
    await expect.poll(() => receiver.arrivals.length, SOON).toBe(5);
  });

  it('sends nothing of a suspended tenant', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(receiver.url);
    await suite.stage.setTenant(tenantId, { status: 'suspended' });
    const { worker, commit } = suite.stage.createNode();
    worker.start();
    await commit(makeLanes(tenantId, 2, 1));
    await wait(2 * RESERVED_MS);
    expect(receiver.arrivals).toEqual([]);
    await suite.stage.setTenant(tenantId, { status: 'active' });
    await drain([worker]);
    expect(receiver.arrivals).toHaveLength(2);
  });

  it('loses no time when the commit of its claim is not confirmed', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(receiver.url);
    const { worker, commit } = suite.stage.createNode({ database: unconfirmed(suite.database) });
    worker.start();
    await commit(makeLanes(tenantId, 2, 2));
    // Delivered at once: waiting for the lease to expire would take 30 s.
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(4).fill('delivered'));
    expect(receiver.arrivals).toHaveLength(4);
  });
});

const looksForDue = (sql: string): boolean =>
  sql.includes('earliest') || sql.includes("lease_owner > ''");

function recording(database: Database, statements: string[]): Database {
  const note = <S extends Sql>(sql: S): S => ({
    ...sql,
    rows: (text: string, params) => {
      statements.push(text);
      return sql.rows(text, params);
    },
    run: (text: string, params) => {
      statements.push(text);
      return sql.run(text, params);
    },
  });
  return {
    ...database,
    read: note(database.read),
    transaction: (work, options) => database.transaction((tx) => work(note(tx)), options),
  };
}

/** The connection ends after the first claim of the node's own lanes, before its confirmation. */
function unconfirmed(database: Database): Database {
  let hasFailed = false;
  return {
    ...database,
    transaction: async (work, options) => {
      const result = await database.transaction(work, options);
      if (hasFailed || !options?.isOneStatement) return result;
      hasFailed = true;
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    },
  };
}
