import { describe, expect, it } from 'vitest';
import {
  createGate,
  expectGrowingTimestamps,
  expectOrder,
  setUpCallbackSuite,
  SOON,
} from '../../support/callback-suite';

describe('the callback worker', () => {
  const suite = setUpCallbackSuite();
  const { startReceiver, makeLanes, statesOf, queued, drain } = suite;

  it('delivers the stored bytes to the address of the event, with a signature', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(`${receiver.url}/hooks/`);
    const worker = suite.stage.createWorker();
    worker.start();
    await suite.stage.enqueue(makeLanes(tenantId, 1, 1));
    worker.wake();

    await expect.poll(() => statesOf(tenantId), SOON).toEqual(['delivered']);
    expect(receiver.refusals).toEqual([]);
    expect(receiver.arrivals).toMatchObject([
      { path: '/hooks/api/v1/chat-callbacks/message-received', status: 200, tenantId },
    ]);
    expect(await queued()).toBe(0);
  });

  it('keeps the order of each conversation through errors and resets, and loses nothing', async () => {
    // Twice an event at most: one that fails for a quarter of an hour is set aside, out of the order.
    const troubles = new Map<string, number>();
    const receiver = await startReceiver(({ conversationId, sequence }) => {
      const event = `${conversationId} ${sequence}`;
      const dice = Math.random();
      const had = troubles.get(event) ?? 0;
      if (had === 2 || dice >= 0.35) return 'ok';
      troubles.set(event, had + 1);
      return dice < 0.2 ? 'error' : 'reset';
    });
    const tenants = await Promise.all([1, 2, 3].map(() => suite.stage.addTenant(receiver.url)));
    const workers = [suite.stage.createWorker(), suite.stage.createWorker()];
    for (const worker of workers) worker.start();
    await Promise.all(
      tenants.map(async (tenantId) => {
        const ids = Array.from({ length: 10 }, () => suite.stage.newConversationId());
        for (let first = 1; first <= 6; first += 2) {
          await suite.stage.enqueue(
            ids.flatMap((id) => suite.stage.makeEvents(tenantId, id, first, first + 1)),
          );
          for (const worker of workers) worker.wake();
        }
      }),
    );

    await drain(workers);
    for (const tenantId of tenants) {
      const stored = await suite.stage.stored(tenantId);
      expect(stored).toHaveLength(60);
      expect(stored.filter(({ state }) => state !== 'delivered')).toEqual([]);
    }
    expect(receiver.refusals).toEqual([]);
    expect(receiver.overlaps).toEqual([]);
    expectOrder(receiver.arrivals);
    expectGrowingTimestamps(receiver.arrivals);
    for (const tenantId of tenants) {
      const arrived = receiver.arrivals.filter((arrival) => arrival.tenantId === tenantId);
      expect(await suite.stage.attemptsOf(tenantId)).toHaveLength(arrived.length);
    }
  });

  it('gives an event up after the thirteenth attempt and continues with the next', async () => {
    const receiver = await startReceiver(({ sequence }) => (sequence === 1 ? 'error' : 'ok'));
    const tenantId = await suite.stage.addTenant(receiver.url);
    const worker = suite.stage.createWorker();
    worker.start();
    await suite.stage.enqueue(makeLanes(tenantId, 1, 2));

    await drain([worker]);
    expect(await suite.stage.stored(tenantId)).toMatchObject([
      { state: 'dead', attempts: 13, outcome: 'status_500' },
      { state: 'delivered', attempts: 1, outcome: 'status_200' },
    ]);
    expect(receiver.arrivals.map(({ sequence }) => sequence)).toEqual([...Array(13).fill(1), 2]);
    expectGrowingTimestamps(receiver.arrivals);
    expect(worker.stats()).toMatchObject({ delivered: 1, dead: 1, retried: 12, inFlight: 0 });
  });

  it('gives up the callbacks of a tenant without an address', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(null);
    const conversationId = suite.stage.newConversationId();
    const worker = suite.stage.createWorker();
    worker.start();
    await suite.stage.enqueue(suite.stage.makeEvents(tenantId, conversationId, 1, 2));
    await drain([worker]);
    expect(await suite.stage.stored(tenantId)).toMatchObject([
      { state: 'dead', outcome: 'no_address', attempts: 0 },
      { state: 'dead', outcome: 'no_address', attempts: 0 },
    ]);

    await suite.stage.setTenant(tenantId, { callback_url_base: receiver.url });
    await suite.stage.enqueue(suite.stage.makeEvents(tenantId, conversationId, 3, 3));
    await drain([worker]);
    expect(receiver.arrivals.map(({ sequence }) => sequence)).toEqual([3]);
  });

  it('takes over the lanes of a crashed worker when their lease ends', async () => {
    const receiver = await startReceiver(({ sequence }) =>
      receiver.arrivals.length === 1 && sequence === 1 ? 'hang' : 'ok',
    );
    const tenantId = await suite.stage.addTenant(receiver.url);
    const crashed = suite.stage.createWorker();
    crashed.start();
    await suite.stage.enqueue(makeLanes(tenantId, 1, 3));
    await expect.poll(() => receiver.arrivals.length, SOON).toBe(1);

    const successor = suite.stage.createWorker();
    successor.start();
    suite.stage.moveClock(30_000);
    await drain([successor]);
    expect(receiver.arrivals.map(({ sequence }) => sequence)).toEqual([1, 1, 2, 3]);
    expectGrowingTimestamps(receiver.arrivals);
    expect(receiver.refusals).toEqual([]);
  });

  it('stamps a later time on an attempt even if the clock was set back', async () => {
    const receiver = await startReceiver(() => (receiver.arrivals.length === 1 ? 'error' : 'ok'));
    const tenantId = await suite.stage.addTenant(receiver.url);
    const worker = suite.stage.createWorker();
    worker.start();
    await suite.stage.enqueue(makeLanes(tenantId, 1, 1));
    await expect.poll(() => worker.stats().retried, SOON).toBe(1);
    await suite.database.transaction(async (tx) => {
      await tx.run('UPDATE callback_lanes SET due_at = 0 WHERE tenant_id = ?', [tenantId]);
      await tx.run('UPDATE callback_events SET due_at = 0 WHERE tenant_id = ?', [tenantId]);
    });
    suite.stage.moveClock(-2000);

    await expect.poll(() => statesOf(tenantId), SOON).toEqual(['delivered']);
    const [first, second] = receiver.arrivals.map(({ timestampMs }) => timestampMs);
    expect(second).toBe((first ?? 0) + 1);
  });

  it('passes a 2xx answer on before the next event is sent, whatever that throws', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(receiver.url);
    const seen: [number, string, number][] = [];
    const worker = suite.stage.createWorker({
      onResponse: async ({ event: { sequence }, text }) => {
        seen.push([sequence, text, receiver.arrivals.length]);
        if (sequence === 1) throw new Error('no');
      },
    });
    worker.start();
    await suite.stage.enqueue(makeLanes(tenantId, 1, 2));

    await drain([worker]);
    expect(seen).toEqual([
      [1, '{"received":true}', 1],
      [2, '{"received":true}', 2],
    ]);
    expect(await statesOf(tenantId)).toEqual(['delivered', 'delivered']);
  });

  it('finishes open attempts when a worker stops, and leaves the rest to the next at once', async () => {
    const gate = createGate();
    const receiver = await startReceiver(() => gate.pass());
    const tenantId = await suite.stage.addTenant(receiver.url);
    const worker = suite.stage.createWorker();
    worker.start();
    await suite.stage.enqueue(makeLanes(tenantId, 1, 3));
    await expect.poll(() => receiver.arrivals.length, SOON).toBe(1);

    const stopped = worker.stop();
    gate.open();
    await stopped;
    expect(await statesOf(tenantId)).toEqual(['delivered', 'pending', 'pending']);
    expect(receiver.arrivals).toHaveLength(1);

    const next = suite.stage.createWorker();
    next.start();
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(3).fill('delivered'));
    expectOrder(receiver.arrivals);
  });
});
