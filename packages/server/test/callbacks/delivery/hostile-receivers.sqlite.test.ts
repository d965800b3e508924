import type dns from 'node:dns';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../src/callbacks/delivery/address-guard';
import type { OutboxEvent } from '../../../src/callbacks/events/events';
import {
  createSender,
  type Sender,
  type SenderOptions,
} from '../../../src/callbacks/delivery/sender';
import type { CallbackWorker } from '../../../src/callbacks/worker/worker';
import type { Database } from '../../../src/platform/storage/database';
import {
  createCallbackStage,
  type CallbackStage,
  type WorkerOverrides,
} from '../../support/callback-stage';
import { openTestDatabase } from '../../support/database';
import {
  MISDEED_NAMES,
  MISDEEDS,
  startHostileReceiver,
  type HostileReceiver,
  type HostileReceiverOptions,
} from '../../support/hostile-receiver';

/** Timeout with room for a busy machine. */
const SOON = { timeout: 9000, interval: 10 };
const HOUR = 3_600_000;
const localGuard = createAddressGuard({ allowCidrs: [], isLocal: true });

describe('a hostile receiver', () => {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;
  let receivers: HostileReceiver[];
  let senders: Sender[];

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
  });
  afterAll(() => closeDatabase());
  beforeEach(() => {
    stage = createCallbackStage(database);
    receivers = [];
    senders = [];
  });
  afterEach(async () => {
    await Promise.all(senders.map((sender) => sender.close()));
    await stage.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await database.transaction(async (tx) => {
      for (const table of ['lanes', 'events', 'attempts', 'health']) {
        await tx.run(`DELETE FROM callback_${table}`);
      }
    });
  });

  async function startReceiver(
    choose: HostileReceiverOptions['choose'] = () => null,
  ): Promise<HostileReceiver> {
    const { secretsFor, clock: now } = stage;
    const receiver = await startHostileReceiver({ secretsFor, now, choose });
    receivers.push(receiver);
    return receiver;
  }

  function startWorker(
    { timeoutMs = 400, guard = localGuard }: Partial<SenderOptions> = {},
    overrides: WorkerOverrides = {},
  ): CallbackWorker {
    const sender = createSender({ guard, timeoutMs });
    senders.push(sender);
    const worker = stage.createWorker({ sender, pollMs: 20, random: () => 0.5, ...overrides });
    worker.start();
    return worker;
  }

  function makeLanes(tenantId: string, lanes: number, events: number): OutboxEvent[] {
    return Array.from({ length: lanes }, () =>
      stage.makeEvents(tenantId, stage.newConversationId(), 1, events),
    ).flat();
  }

  const statesOf = async (tenantId: string) =>
    (await stage.stored(tenantId)).map(({ state }) => state);

  /** Until nothing waits or is deferred, skipping the waits between attempts. */
  const drain = () =>
    expect
      .poll(
        async () => {
          await stage.skipToNextDue();
          return database.read.rows('SELECT conversation_id FROM callback_lanes');
        },
        { timeout: 40_000, interval: 5 },
      )
      .toEqual([]);

  it.each(MISDEED_NAMES)('spends only its own slot on a receiver that %s', async (name) => {
    const receiver = await startReceiver(() => (receiver.requests() <= 1 ? name : null));
    const healthy = await startReceiver();
    const tenantId = await stage.addTenant(receiver.url);
    const other = await stage.addTenant(healthy.url);
    // Two slots for two tenants: the hostile one gets a slot again for its second event.
    const worker = startWorker({}, { slowSlots: 2 });
    await stage.enqueue(makeLanes(tenantId, 1, 2));
    worker.wake();
    await expect.poll(() => receiver.requests(), SOON).toBeGreaterThan(0);
    await stage.enqueue(makeLanes(other, 1, 20));
    worker.wake();

    await expect.poll(() => statesOf(other), SOON).toEqual(Array(20).fill('delivered'));
    await expect.poll(() => stage.attemptsOf(tenantId), SOON).not.toEqual([]);
    const pausedUntil = (await stage.healthOf(tenantId))?.resumesAt ?? 0;
    expect(pausedUntil).toBeLessThanOrEqual(stage.clock() + HOUR);
    await drain();
    await expect.poll(() => worker.stats().inFlight, SOON).toBe(0);

    const [first, ...more] = await stage.attemptsOf(tenantId);
    expect(first).toMatchObject({ sequence: 1, outcome: MISDEEDS[name].outcome });
    expect(Buffer.byteLength(first?.answer ?? '')).toBeLessThanOrEqual(4096);
    expect(more.filter(({ outcome }) => outcome !== 'status_200')).toEqual([]);
    expect(await statesOf(tenantId)).toEqual(['delivered', 'delivered']);
    expect(receiver.handled.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect([receiver.strays(), receiver.overlaps]).toEqual([0, []]);
    await expect.poll(() => receiver.openSockets(), SOON).toBeLessThanOrEqual(1);
  });

  it('delays no other tenant when a receiver hangs with all its slots', async () => {
    const healthy = await startReceiver();
    const quick = await stage.addTenant(healthy.url);
    const endless = MISDEED_NAMES.filter((name) => 'isEndless' in MISDEEDS[name]);
    const hostile = await Promise.all(endless.map((name) => startReceiver(() => name)));
    for (const { url } of hostile) {
      await stage.enqueue(makeLanes(await stage.addTenant(url), 100, 1));
    }
    const worker = startWorker({ timeoutMs: 10_000 }, { pollMs: 60_000 });
    await expect
      .poll(() => hostile.map(({ requests }) => requests()), SOON)
      .toEqual(endless.map(() => 8));

    await stage.enqueue(makeLanes(quick, 20, 5));
    worker.wake();
    await expect.poll(() => worker.stats().delivered, SOON).toBe(100);
    expect(worker.stats()).toMatchObject({ retried: 0, inFlight: 8 * endless.length });
  });

  it('calls no address that a name changed to between two look-ups', async () => {
    const metadata = { address: '169.254.169.254', family: 4 };
    const own = { address: '127.0.0.1', family: 4 };
    const receiver = await startReceiver(() => (receiver.requests() <= 1 ? 'resets' : null));
    const { port } = new URL(receiver.url);
    const tenantId = await stage.addTenant(`http://rebinding.example:${port}`);
    const turns = [
      [own],
      [metadata],
      [own, metadata],
      [{ address: '::ffff:a9fe:a9fe', family: 6 }],
    ];
    let lookups = 0;
    const resolve = ((
      _host: string,
      _options: object,
      resolved: (error: null, addresses: dns.LookupAddress[]) => void,
    ) => resolved(null, turns[lookups++] ?? [own])) as unknown as typeof dns.lookup; // of its overloads, the guard's
    const guard = createAddressGuard({ allowCidrs: [], isLocal: true, resolve });
    startWorker({ guard });
    await stage.enqueue(makeLanes(tenantId, 1, 3));

    await drain();
    const outcomes = (await stage.attemptsOf(tenantId)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      'reset',
      ...Array(3).fill('forbidden_address'),
      ...Array(3).fill('status_200'),
    ]);
    expect(receiver.handled.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    // One look-up for each connection: the checked address is the one that is connected to.
    expect(lookups).toBe(5);
  });

  it(
    'loses, doubles and reorders nothing with a receiver that is hostile in every way',
    { timeout: 60_000 },
    async () => {
      // Each event fails at most twice: one that fails for 15 minutes would be deferred and lose its place.
      const misdeeds = new Map<string, number>();
      let poisoned = '';
      const receiver = await startReceiver(({ conversationId, sequence, eventId }) => {
        if (conversationId === poisoned && sequence === 2) return 'answers garbage';
        const done = misdeeds.get(eventId) ?? 0;
        if (done === 2 || Math.random() < 0.5) return null;
        misdeeds.set(eventId, done + 1);
        return MISDEED_NAMES[Math.floor(Math.random() * MISDEED_NAMES.length)] ?? null;
      });
      const tenants = await Promise.all([1, 2, 3].map(() => stage.addTenant(receiver.url)));
      const committed = tenants.flatMap((tenantId) => makeLanes(tenantId, 6, 5));
      poisoned = committed[0]?.conversationId ?? '';
      const poison = committed[1]?.eventId;
      const [first, second] = [startWorker({ timeoutMs: 150 }), startWorker({ timeoutMs: 150 })];
      for (let start = 0; start < committed.length; start += 30) {
        await stage.enqueue(committed.slice(start, start + 30));
        for (const worker of [first, second]) worker.wake();
      }
      const stored = async () => (await Promise.all(tenants.map(stage.stored))).flat();
      const idsOf = (events: readonly { eventId: string }[]) =>
        events.map(({ eventId }) => eventId).toSorted();

      // In the middle of it all, one of two workers stops.
      await expect
        .poll(() => stage.skipToNextDue().then(() => receiver.handled.length), SOON)
        .toBeGreaterThan(20);
      await first.stop();
      const midway = await stored();
      expect(idsOf(midway)).toEqual(idsOf(committed));
      const known = new Set(receiver.handled.map(({ eventId }) => eventId));
      for (const { state, eventId } of midway) {
        expect(['delivered', 'pending', 'aside', 'dead']).toContain(state);
        if (state === 'delivered') expect(known.has(eventId)).toBe(true);
      }

      await drain();
      const settled = await stored();
      expect(idsOf(settled)).toEqual(idsOf(committed));
      expect(settled.filter(({ state }) => state !== 'delivered')).toMatchObject([
        { eventId: poison, state: 'dead', attempts: 13, outcome: 'protocol' },
      ]);
      expect(idsOf(receiver.handled)).toEqual(idsOf(committed.filter((e) => e.eventId !== poison)));
      const reached = new Map<string, number>();
      for (const { conversationId, sequence } of receiver.handled) {
        const isAfterPoison = conversationId === poisoned && sequence === 3;
        expect(sequence).toBe((reached.get(conversationId) ?? 0) + (isAfterPoison ? 2 : 1));
        reached.set(conversationId, sequence);
      }
      expect([receiver.strays(), receiver.overlaps]).toEqual([0, []]);
    },
  );
});
