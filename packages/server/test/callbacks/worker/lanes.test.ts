import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLeaseCounts } from '../../../src/callbacks/worker/backlog';
import { createClaim, createLeaseTokens } from '../../../src/callbacks/worker/claim';
import { createConcurrencyLimits } from '../../../src/callbacks/worker/fairness';
import { LEASE_MS, type Lane } from '../../../src/callbacks/worker/queue-state';
import { createReceiverSpeeds } from '../../../src/callbacks/worker/receiver-speeds';
import { createSettle } from '../../../src/callbacks/worker/settle';
import type { Outcome } from '../../../src/callbacks/delivery/outcome';
import type { Database } from '../../../src/platform/storage/database';
import { createCallbackStage, type CallbackStage } from '../../support/callback-stage';
import { openTestDatabase } from '../../support/database';

const URL = 'http://127.0.0.1:9';

describe('lanes of callbacks', () => {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;
  let now: number;
  let tenantId: string;

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
  });
  afterAll(() => closeDatabase());
  beforeEach(async () => {
    stage = createCallbackStage(database);
    now = stage.clock() + 1000;
    tenantId = await stage.addTenant(URL);
  });
  afterEach(async () => {
    await stage.close();
    await database.transaction(async (tx) => {
      await tx.run('DELETE FROM callback_lanes');
      await tx.run('DELETE FROM callback_events');
    });
  });

  /** Creates a node's claims and settlements, on the test's clock. */
  function createNode(maxPerTenant = 8) {
    const shared = { database, clock: () => now };
    const leases = createLeaseCounts({ ...shared, inFlightOf: () => 0 });
    const claim = createClaim({ ...shared, leases, tokens: createLeaseTokens(database) });
    const speeds = createReceiverSpeeds({ maxPerTenant });
    const settle = createSettle({ ...shared, inFlight: () => 0 });
    return {
      claim: async (slowSlots = 1024) =>
        (await claim(createConcurrencyLimits({ slowSlots, maxPerTenant, speeds }).allocate)).lanes,
      answered: (tenant: string, durationMs: number) =>
        speeds.begin(tenant)({ durationMs, isSuccess: true }),
      settle: (lane: Lane, outcome: Outcome, isKept = true) => settle({ lane, outcome, isKept }),
    };
  }

  async function addLanes(tenant: string, lanes: number, events = 1): Promise<string[]> {
    const ids = Array.from({ length: lanes }, () => stage.newConversationId());
    await stage.enqueue(ids.flatMap((id) => stage.makeEvents(tenant, id, 1, events)));
    return ids;
  }

  async function only(lanes: Promise<Lane[]>): Promise<Lane> {
    const [lane, ...others] = await lanes;
    expect(others).toEqual([]);
    if (!lane) throw new Error('no lane was due');
    return lane;
  }

  const storedLanes = () =>
    database.read.rows<{ head: number; tail: number; due_at: number; lease_owner: string | null }>(
      'SELECT head, tail, due_at, lease_owner FROM callback_lanes',
    );

  const delivered = (): Outcome => ({ kind: 'delivered', code: 'status_200', timestampMs: now });
  const retryIn = (ms: number): Outcome => ({
    kind: 'retry',
    code: 'timeout',
    timestampMs: now,
    dueAt: now + ms,
  });

  it('lets one worker claim a lane with its first event', async () => {
    const [conversationId] = await addLanes(tenantId, 1, 2);
    const lane = await only(createNode().claim());
    expect(lane).toMatchObject({ conversationId, head: 1, event: { sequence: 1, attempts: 0 } });
    expect(JSON.parse(String(lane.event?.body))).toMatchObject({ sequence: 1 });
    expect(await createNode().claim()).toEqual([]);
  });

  it('lets exactly one of many parallel workers claim a lane', async () => {
    const ids = await addLanes(tenantId, 200);
    const claims = await Promise.all(Array.from({ length: 6 }, () => createNode(50).claim()));
    const claimed = claims.flat().map(({ conversationId }) => conversationId);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.length).toBeGreaterThanOrEqual(50);
    expect(ids).toEqual(expect.arrayContaining(claimed));
  });

  it('lets another worker take a lane over when its lease ends, and not before', async () => {
    await addLanes(tenantId, 1);
    await createNode().claim();
    now += LEASE_MS - 1;
    expect(await createNode().claim()).toEqual([]);
    now += 1;
    expect(await createNode().claim()).toHaveLength(1);
  });

  it("counts a tenant's lanes over all nodes", async () => {
    await addLanes(tenantId, 12);
    expect(await createNode(5).claim()).toHaveLength(5);
    expect(await createNode().claim()).toHaveLength(3);
    expect(await createNode().claim()).toEqual([]);
  });

  it('claims no lane of a suspended tenant', async () => {
    await addLanes(tenantId, 3);
    const before = await storedLanes();
    await stage.setTenant(tenantId, { status: 'suspended' });
    expect(await createNode().claim()).toEqual([]);
    expect(await storedLanes()).toEqual(before);
    await stage.setTenant(tenantId, { status: 'active' });
    expect(await createNode().claim()).toHaveLength(3);
  });

  it('claims lanes of every tenant, however many another has', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => stage.addTenant(URL)));
    await addLanes(tenantId, 500);
    for (const other of others) await addLanes(other, 1);
    const lanes = await createNode().claim(12);
    const tenants = new Set(lanes.map((lane) => lane.tenantId));
    expect(tenants).toEqual(new Set([tenantId, ...others]));
  });

  it('continues a lane with its next event, renews its lease after 5 s, and ends it with the last', async () => {
    await addLanes(tenantId, 1, 3);
    const node = createNode();
    const first = await only(node.claim());
    now += 5_000;
    const second = await node.settle(first, delivered());
    if (second.kind !== 'kept') throw new Error(`the lane was ${second.kind}`);
    expect(second.lane).toMatchObject({
      head: 2,
      event: { sequence: 2 },
      leaseUntil: first.leaseUntil,
    });

    now += 1;
    const third = await node.settle(second.lane, delivered());
    if (third.kind !== 'kept') throw new Error(`the lane was ${third.kind}`);
    expect(third.lane).toMatchObject({
      head: 3,
      event: { sequence: 3 },
      leaseUntil: now + LEASE_MS,
    });
    expect(await storedLanes()).toMatchObject([{ head: 3, due_at: now + LEASE_MS }]);

    expect(await node.settle(third.lane, delivered())).toEqual({
      kind: 'released',
      rest: 'none',
    });
    expect(await storedLanes()).toEqual([]);
    expect(await stage.stored(tenantId)).toMatchObject([
      { state: 'delivered', attempts: 1 },
      { state: 'delivered', attempts: 1 },
      { state: 'delivered', attempts: 1 },
    ]);
  });

  it('waits in a lane for the next attempt and keeps their number', async () => {
    await addLanes(tenantId, 1);
    const node = createNode();
    await node.settle(await only(node.claim()), retryIn(5000));
    now += 4999;
    expect(await node.claim()).toEqual([]);
    now += 1;
    const lane = await only(node.claim());
    expect(lane.event).toMatchObject({ attempts: 1, lastTimestamp: now - 5000 });
  });

  it.each([delivered, () => retryIn(5000)])(
    'refuses to settle a lane whose lease has passed to another worker',
    async (outcome) => {
      await addLanes(tenantId, 1, 2);
      const stale = createNode();
      const lane = await only(stale.claim());
      now += LEASE_MS;
      const holder = createNode();
      const taken = await only(holder.claim());
      const before = await storedLanes();

      expect(await stale.settle(lane, outcome())).toEqual({ kind: 'lost' });
      expect(await storedLanes()).toEqual(before);
      expect(await stage.stored(tenantId)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
      expect(await holder.settle(taken, delivered())).toMatchObject({ kind: 'kept' });
    },
  );

  it('refuses to settle a lane under an old lease of the same worker', async () => {
    await addLanes(tenantId, 1);
    const node = createNode();
    const old = await only(node.claim());
    now += LEASE_MS;
    const current = await only(node.claim());
    expect(await node.settle(old, delivered())).toEqual({ kind: 'lost' });
    expect(await node.settle(current, delivered())).toEqual({
      kind: 'released',
      rest: 'none',
    });
  });

  it('adds events to a lane during an attempt without losing its lease', async () => {
    const [conversationId = ''] = await addLanes(tenantId, 1);
    const node = createNode();
    const lane = await only(node.claim());
    await stage.enqueue(stage.makeEvents(tenantId, conversationId, 2, 3));
    expect(await storedLanes()).toMatchObject([
      { head: 1, tail: 3, due_at: lane.leaseUntil, lease_owner: lane.leaseToken },
    ]);
    expect(await node.settle(lane, delivered())).toMatchObject({ kind: 'kept', lane: { head: 2 } });
  });

  it('starts a lane again after it was empty', async () => {
    const [conversationId = ''] = await addLanes(tenantId, 1);
    const node = createNode();
    await node.settle(await only(node.claim()), delivered());
    await stage.enqueue(stage.makeEvents(tenantId, conversationId, 2, 2));
    expect(await only(node.claim())).toMatchObject({ head: 2, event: { sequence: 2 } });
  });

  it('settles many lanes at once, each with its own outcome', async () => {
    await addLanes(tenantId, 6, 2);
    const node = createNode();
    const lanes = await node.claim();
    const outcomes = [delivered(), retryIn(1), retryIn(2), delivered(), delivered()];
    const dead: Outcome = { kind: 'dead', code: 'status_410', timestampMs: now };
    const settled = await Promise.all(
      lanes.map((lane, index) => node.settle(lane, outcomes[index] ?? dead)),
    );
    expect(settled.map(({ kind }) => kind)).toEqual([
      'kept',
      'released',
      'released',
      'kept',
      'kept',
      'kept',
    ]);
    const firsts = (await stage.stored(tenantId)).filter(({ sequence }) => sequence === 1);
    const byId = new Map(firsts.map((event) => [event.conversationId, event]));
    expect(lanes.map(({ conversationId }) => byId.get(conversationId)?.state)).toEqual([
      'delivered',
      'pending',
      'pending',
      'delivered',
      'delivered',
      'dead',
    ]);
  });

  it('skips an erased event in a lane', async () => {
    await addLanes(tenantId, 1, 2);
    await database.transaction((tx) => tx.run('DELETE FROM callback_events WHERE sequence = 1'));
    const node = createNode();
    const lane = await only(node.claim());
    expect(lane.event).toBeNull();
    const gone: Outcome = { kind: 'dead', code: 'erased', timestampMs: null };
    expect(await node.settle(lane, gone)).toMatchObject({ kind: 'kept', lane: { head: 2 } });
  });

  it('claims lanes of quick tenants first, however many tenants wait longer', async () => {
    const others = await stage.addTenants(1100, URL);
    await stage.enqueue(
      others.flatMap((other) => stage.makeEvents(other, stage.newConversationId(), 1, 1)),
    );
    stage.moveClock(1);
    await addLanes(tenantId, 3);
    const node = createNode();
    node.answered(tenantId, 20);
    now = stage.clock() + 1000; // writing them took a while
    const lanes = await node.claim();
    expect(lanes.filter((lane) => lane.tenantId === tenantId)).toHaveLength(3);
    expect(lanes.length).toBeGreaterThan(200);
  });
});
