import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBacklog } from '../../src/callbacks/backlog';
import type { OutboxEvent } from '../../src/callbacks/events';
import type { Database } from '../../src/storage/database';
import {
  startCallbackReceiver,
  type Arrival,
  type CallbackReceiver,
  type CallbackReceiverOptions,
} from '../support/callback-receiver';
import { createCallbackStage, type CallbackStage } from '../support/callback-stage';
import { openTestDatabase } from '../support/database';

/** A busy machine may take its time; the hanging requests take ten seconds. */
const SOON = { timeout: 9000 };

describe('the callback worker', () => {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;
  let receivers: CallbackReceiver[];

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
  });
  afterAll(() => closeDatabase());
  beforeEach(() => {
    stage = createCallbackStage(database);
    receivers = [];
  });
  afterEach(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await stage.close();
    await database.transaction(async (tx) => {
      await tx.run('DELETE FROM callback_lanes');
      await tx.run('DELETE FROM callback_events');
    });
  });

  async function startReceiver(
    behave?: CallbackReceiverOptions['behave'],
  ): Promise<CallbackReceiver> {
    const { secretsFor, clock } = stage;
    const receiver = await startCallbackReceiver({
      secretsFor,
      now: clock,
      ...(behave && { behave }),
    });
    receivers.push(receiver);
    return receiver;
  }

  function makeLanes(tenantId: string, lanes: number, events: number): OutboxEvent[] {
    return Array.from({ length: lanes }, () =>
      stage.makeEvents(tenantId, stage.newConversationId(), 1, events),
    ).flat();
  }

  const statesOf = async (tenantId: string) =>
    (await stage.stored(tenantId)).map(({ state }) => state);
  const queued = async () => (await readBacklog(database.read, stage.clock())).queued;

  it('delivers the stored bytes to the address of the event, signed', async () => {
    const receiver = await startReceiver();
    const tenantId = await stage.addTenant(`${receiver.url}/hooks/`);
    const worker = stage.createWorker();
    worker.start();
    await stage.enqueue(makeLanes(tenantId, 1, 1));
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
    const tenants = await Promise.all([1, 2, 3].map(() => stage.addTenant(receiver.url)));
    const workers = [stage.createWorker(), stage.createWorker()];
    for (const worker of workers) worker.start();
    await Promise.all(
      tenants.map(async (tenantId) => {
        const ids = Array.from({ length: 10 }, () => stage.newConversationId());
        for (let first = 1; first <= 6; first += 2) {
          await stage.enqueue(
            ids.flatMap((id) => stage.makeEvents(tenantId, id, first, first + 1)),
          );
          for (const worker of workers) worker.wake();
        }
      }),
    );

    await drain(workers);
    for (const tenantId of tenants) {
      const stored = await stage.stored(tenantId);
      expect(stored).toHaveLength(60);
      expect(stored.filter(({ state }) => state !== 'delivered')).toEqual([]);
    }
    expect(receiver.refusals).toEqual([]);
    expect(receiver.overlaps).toEqual([]);
    expectOrder(receiver.arrivals);
    expectGrowingTimestamps(receiver.arrivals);
    for (const tenantId of tenants) {
      const arrived = receiver.arrivals.filter((arrival) => arrival.tenantId === tenantId);
      expect(await stage.attemptsOf(tenantId)).toHaveLength(arrived.length);
    }
  });

  it('gives an event up after the thirteenth attempt and goes on with the next', async () => {
    const receiver = await startReceiver(({ sequence }) => (sequence === 1 ? 'error' : 'ok'));
    const tenantId = await stage.addTenant(receiver.url);
    const worker = stage.createWorker();
    worker.start();
    await stage.enqueue(makeLanes(tenantId, 1, 2));

    await drain([worker]);
    expect(await stage.stored(tenantId)).toMatchObject([
      { state: 'dead', attempts: 13, outcome: 'status_500' },
      { state: 'delivered', attempts: 1, outcome: 'status_200' },
    ]);
    expect(receiver.arrivals.map(({ sequence }) => sequence)).toEqual([...Array(13).fill(1), 2]);
    expectGrowingTimestamps(receiver.arrivals);
    expect(worker.stats()).toMatchObject({ delivered: 1, dead: 1, retried: 12, inFlight: 0 });
  });

  it('has at most eight lanes of a tenant in flight', async () => {
    const gate = createGate();
    const receiver = await startReceiver(() => gate.pass());
    const tenantId = await stage.addTenant(receiver.url);
    const worker = stage.createWorker();
    worker.start();
    await stage.enqueue(makeLanes(tenantId, 30, 2));

    await expect.poll(() => receiver.arrivals.length, SOON).toBe(8);
    gate.open();
    await drain([worker]);
    expect(receiver.peakOf(tenantId)).toBe(8);
    expect(receiver.arrivals).toHaveLength(60);
  });

  it('lets no tenant wait for another that hangs with ten thousand lanes', async () => {
    const hanging = await startReceiver(() => 'hang');
    const healthy = await startReceiver();
    const slow = await stage.addTenant(hanging.url);
    const quick = await stage.addTenant(healthy.url);
    const worker = stage.createWorker({ pollMs: 60_000 });
    const lanes = makeLanes(slow, 10_000, 1);
    for (let start = 0; start < lanes.length; start += 1000) {
      await stage.enqueue(lanes.slice(start, start + 1000));
    }
    worker.start();
    await expect.poll(() => hanging.arrivals.length, SOON).toBe(8);

    await stage.enqueue(makeLanes(quick, 20, 2));
    worker.wake();
    await expect.poll(() => worker.stats().delivered, SOON).toBe(40);
    expect(worker.stats().retried).toBe(0); // none of the hanging ones has ended
    expect(hanging.arrivals).toHaveLength(8);
  });

  it('takes turns among the lanes of a tenant', async () => {
    const receiver = await startReceiver(({ sequence }) => {
      if (sequence === 1 && receiver.arrivals.length === 1) stage.moveClock(1000);
      return 'ok';
    });
    const tenantId = await stage.addTenant(receiver.url);
    const long = makeLanes(tenantId, 1, 3);
    stage.moveClock(1); // so that the long one is due first
    const short = makeLanes(tenantId, 1, 1);
    await stage.enqueue([...long, ...short]);
    const worker = stage.createWorker({ maxPerTenant: 1 });
    worker.start();
    await drain([worker]);
    expect(receiver.arrivals.map(({ eventId }) => eventId)).toEqual(
      [long[0], short[0], long[1], long[2]].map((event) => event?.eventId),
    );
  });

  it('keeps the queue of a suspended tenant and drains it in order afterwards', async () => {
    const receiver = await startReceiver();
    const tenantId = await stage.addTenant(receiver.url);
    const other = await stage.addTenant(receiver.url);
    await stage.setTenant(tenantId, { status: 'suspended' });
    const worker = stage.createWorker();
    worker.start();
    await stage.enqueue(makeLanes(tenantId, 3, 4));
    await stage.enqueue(makeLanes(other, 1, 1));

    await expect.poll(() => statesOf(other), SOON).toEqual(['delivered']);
    expect(await queued()).toBe(12);
    await stage.setTenant(tenantId, { status: 'active' });
    await drain([worker]);
    expect(receiver.arrivals).toHaveLength(13);
    expectOrder(receiver.arrivals);
  });

  it('gives up what waits for a tenant that has no address any more', async () => {
    const receiver = await startReceiver();
    const tenantId = await stage.addTenant(null);
    const conversationId = stage.newConversationId();
    const worker = stage.createWorker();
    worker.start();
    await stage.enqueue(stage.makeEvents(tenantId, conversationId, 1, 2));
    await drain([worker]);
    expect(await stage.stored(tenantId)).toMatchObject([
      { state: 'dead', outcome: 'no_address', attempts: 0 },
      { state: 'dead', outcome: 'no_address', attempts: 0 },
    ]);

    await stage.setTenant(tenantId, { callback_url_base: receiver.url });
    await stage.enqueue(stage.makeEvents(tenantId, conversationId, 3, 3));
    await drain([worker]);
    expect(receiver.arrivals.map(({ sequence }) => sequence)).toEqual([3]);
  });

  it('takes over the lanes of a crashed worker when their lease ends', async () => {
    const receiver = await startReceiver(({ sequence }) =>
      receiver.arrivals.length === 1 && sequence === 1 ? 'hang' : 'ok',
    );
    const tenantId = await stage.addTenant(receiver.url);
    const crashed = stage.createWorker();
    crashed.start();
    await stage.enqueue(makeLanes(tenantId, 1, 3));
    await expect.poll(() => receiver.arrivals.length, SOON).toBe(1);

    const successor = stage.createWorker();
    successor.start();
    stage.moveClock(30_000);
    await drain([successor]);
    expect(receiver.arrivals.map(({ sequence }) => sequence)).toEqual([1, 1, 2, 3]);
    expectGrowingTimestamps(receiver.arrivals);
    expect(receiver.refusals).toEqual([]);
  });

  it('stamps a later time on an attempt even if the clock was set back', async () => {
    const receiver = await startReceiver(() => (receiver.arrivals.length === 1 ? 'error' : 'ok'));
    const tenantId = await stage.addTenant(receiver.url);
    const worker = stage.createWorker();
    worker.start();
    await stage.enqueue(makeLanes(tenantId, 1, 1));
    await expect.poll(() => worker.stats().retried, SOON).toBe(1);
    await database.transaction(async (tx) => {
      await tx.run('UPDATE callback_lanes SET due_at = 0 WHERE tenant_id = ?', [tenantId]);
      await tx.run('UPDATE callback_events SET due_at = 0 WHERE tenant_id = ?', [tenantId]);
    });
    stage.moveClock(-2000);

    await expect.poll(() => statesOf(tenantId), SOON).toEqual(['delivered']);
    const [first, second] = receiver.arrivals.map(({ timestampMs }) => timestampMs);
    expect(second).toBe((first ?? 0) + 1);
  });

  it('hands a 2xx answer over before the next event is sent, and survives what that throws', async () => {
    const receiver = await startReceiver();
    const tenantId = await stage.addTenant(receiver.url);
    const seen: [number, string, number][] = [];
    const worker = stage.createWorker({
      onDelivered: async ({ sequence }, answer) => {
        seen.push([sequence, answer, receiver.arrivals.length]);
        if (sequence === 1) throw new Error('no');
      },
    });
    worker.start();
    await stage.enqueue(makeLanes(tenantId, 1, 2));

    await drain([worker]);
    expect(seen).toEqual([
      [1, '{"received":true}', 1],
      [2, '{"received":true}', 2],
    ]);
    expect(await statesOf(tenantId)).toEqual(['delivered', 'delivered']);
  });

  it('ends what is in flight when it stops, and leaves the rest to the next at once', async () => {
    const gate = createGate();
    const receiver = await startReceiver(() => gate.pass());
    const tenantId = await stage.addTenant(receiver.url);
    const worker = stage.createWorker();
    worker.start();
    await stage.enqueue(makeLanes(tenantId, 1, 3));
    await expect.poll(() => receiver.arrivals.length, SOON).toBe(1);

    const stopped = worker.stop();
    gate.open();
    await stopped;
    expect(await statesOf(tenantId)).toEqual(['delivered', 'pending', 'pending']);
    expect(receiver.arrivals).toHaveLength(1);

    const next = stage.createWorker();
    next.start();
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(3).fill('delivered'));
    expectOrder(receiver.arrivals);
  });

  /** Until nothing waits, skipping the waits between attempts. */
  async function drain(workers: ReturnType<CallbackStage['createWorker']>[]): Promise<void> {
    await expect
      .poll(() => stage.skipToNextDue().then(queued), {
        timeout: 15_000,
        interval: 5,
      })
      .toBe(0);
    await expect
      .poll(() => workers.reduce((sum, worker) => sum + worker.stats().inFlight, 0), SOON)
      .toBe(0);
  }
});

/** In each conversation no event comes before the one it follows was answered with 200. */
function expectOrder(arrivals: readonly Arrival[]): void {
  const highest = new Map<string, number>();
  for (const { conversationId, sequence } of arrivals) {
    const before = highest.get(conversationId) ?? 0;
    expect([before, before + 1]).toContain(sequence);
    highest.set(conversationId, sequence);
  }
}

function expectGrowingTimestamps(arrivals: readonly Arrival[]): void {
  const last = new Map<string, number>();
  for (const { eventId, timestampMs } of arrivals) {
    expect(timestampMs).toBeGreaterThan(last.get(eventId) ?? 0);
    last.set(eventId, timestampMs);
  }
}

/** Holds the requests back until it is opened. */
function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<'ok'>((resolve) => (open = () => resolve('ok')));
  return { pass: () => opened, open: () => open() };
}
