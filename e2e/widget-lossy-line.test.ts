import { expect, it, vi } from 'vitest';
import { visitOverLossyLine } from '../packages/widget-sdk/bench/support/lossy-visit';
import { startRelay } from '../packages/server/test/support/relay';

// The full form, 1,000 messages each way in ten minutes: MINUTES=10 MESSAGES=1000 npm run bench -- lossy-line
it('loses, doubles and reorders nothing on a slow line that is cut at random', async () => {
  const relay = await startRelay();
  // Comes back early in each wait of the back-off.
  vi.spyOn(Math, 'random').mockReturnValue(0.1);
  const seed = Date.now() % 2 ** 31;
  console.log(`seed ${seed}`);
  try {
    const report = await visitOverLossyLine({
      relayUrl: relay.url,
      seed,
      messages: 60,
      durationMs: 10_000,
      line: { meanLifeMs: 2000, stallShare: 0 },
    });
    expect(report).toMatchObject({ lost: 0, doubled: 0, reordered: 0 });
    expect(report.cuts).toBeGreaterThan(0);
  } finally {
    vi.restoreAllMocks();
    await relay.stop();
  }
});
