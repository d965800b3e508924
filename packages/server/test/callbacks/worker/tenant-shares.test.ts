import { describe, expect, it } from 'vitest';
import { createGate, expectOrder, setUpCallbackSuite, SOON } from '../../support/callback-suite';

describe('the callback worker, between tenants,', () => {
  const suite = setUpCallbackSuite();
  const { startReceiver, makeLanes, statesOf, queued, drain } = suite;

  it('sends at most eight lanes of a tenant at once', async () => {
    const gate = createGate();
    const receiver = await startReceiver(() => gate.pass());
    const tenantId = await suite.stage.addTenant(receiver.url);
    const worker = suite.stage.createWorker();
    worker.start();
    await suite.stage.enqueue(makeLanes(tenantId, 30, 2));

    await expect.poll(() => receiver.arrivals.length, SOON).toBe(8);
    gate.open();
    await drain([worker]);
    expect(receiver.peakOf(tenantId)).toBe(8);
    expect(receiver.arrivals).toHaveLength(60);
  });

  it('lets no tenant wait for another that hangs with ten thousand lanes', async () => {
    const hanging = await startReceiver(() => 'hang');
    const healthy = await startReceiver();
    const slow = await suite.stage.addTenant(hanging.url);
    const quick = await suite.stage.addTenant(healthy.url);
    const worker = suite.stage.createWorker({ pollMs: 60_000 });
    const lanes = makeLanes(slow, 10_000, 1);
    for (let start = 0; start < lanes.length; start += 1000) {
      await suite.stage.enqueue(lanes.slice(start, start + 1000));
    }
    worker.start();
    await expect.poll(() => hanging.arrivals.length, SOON).toBe(8);

    await suite.stage.enqueue(makeLanes(quick, 20, 2));
    worker.wake();
    await expect.poll(() => worker.stats().delivered, SOON).toBe(40);
    expect(worker.stats().retried).toBe(0); // none of the hanging ones has ended
    expect(hanging.arrivals).toHaveLength(8);
  });

  it('sends the lanes of a tenant in turn', async () => {
    const receiver = await startReceiver(({ sequence }) => {
      if (sequence === 1 && receiver.arrivals.length === 1) suite.stage.moveClock(1000);
      return 'ok';
    });
    const tenantId = await suite.stage.addTenant(receiver.url);
    const long = makeLanes(tenantId, 1, 3);
    suite.stage.moveClock(1); // so that the long one is due first
    const short = makeLanes(tenantId, 1, 1);
    await suite.stage.enqueue([...long, ...short]);
    const worker = suite.stage.createWorker({ maxPerTenant: 1 });
    worker.start();
    await drain([worker]);
    expect(receiver.arrivals.map(({ eventId }) => eventId)).toEqual(
      [long[0], short[0], long[1], long[2]].map((event) => event?.eventId),
    );
  });

  it('keeps the queue of a suspended tenant and drains it in order afterwards', async () => {
    const receiver = await startReceiver();
    const tenantId = await suite.stage.addTenant(receiver.url);
    const other = await suite.stage.addTenant(receiver.url);
    await suite.stage.setTenant(tenantId, { status: 'suspended' });
    const worker = suite.stage.createWorker();
    worker.start();
    await suite.stage.enqueue(makeLanes(tenantId, 3, 4));
    await suite.stage.enqueue(makeLanes(other, 1, 1));

    await expect.poll(() => statesOf(other), SOON).toEqual(['delivered']);
    expect(await queued()).toBe(12);
    await suite.stage.setTenant(tenantId, { status: 'active' });
    await drain([worker]);
    expect(receiver.arrivals).toHaveLength(13);
    expectOrder(receiver.arrivals);
  });
});
