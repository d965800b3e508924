import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { setUpCallbackSuite, SOON } from '../../support/callback-suite';

const ANSWER_AFTER_MS = 5000;

describe('forty tenants that take every callback, slowly,', () => {
  const suite = setUpCallbackSuite();
  const { startReceiver, makeLanes } = suite;

  it("delays a quick tenant's events by less than a second with forty slow tenants", async () => {
    const slow = await Promise.all(
      Array.from({ length: 40 }, () =>
        startReceiver(() => wait(ANSWER_AFTER_MS, 'ok' as const, { ref: false })),
      ),
    );
    const quick = await startReceiver();
    const slowIds = await Promise.all(slow.map(({ url }) => suite.stage.addTenant(url)));
    const quickId = await suite.stage.addTenant(quick.url);
    await suite.stage.enqueue(slowIds.flatMap((tenantId) => makeLanes(tenantId, 8, 2)));
    const worker = suite.stage.createWorker();
    worker.start();
    const arrived = () => slow.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
    await expect.poll(arrived, SOON).toBeGreaterThanOrEqual(256);

    const delays: number[] = [];
    for (let count = 1; count <= 10; count++) {
      const committedAt = performance.now();
      await suite.stage.enqueue(makeLanes(quickId, 1, 1));
      worker.wake();
      await expect.poll(() => quick.arrivals.length, { ...SOON, interval: 5 }).toBe(count);
      delays.push(performance.now() - committedAt);
    }
    expect(Math.max(...delays)).toBeLessThan(1000);
    expect(worker.stats().retried).toBe(0);
  }, 30_000);
});
