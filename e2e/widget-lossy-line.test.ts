import { expect, it } from 'vitest';
import { visitOverLossyLine } from '../packages/lab/bench/lossy-line/lossy-visit';
import { bundle } from '../packages/widget-sdk/test/support/bundle';
import { startRelay } from '../packages/server/test/support/relay';
import { launchBrowser } from './support/widget-browser';

// The full form, 1,000 messages each way in ten minutes: MINUTES=10 MESSAGES=1000 npm run bench -- lossy-line
it('loses, doubles and reorders nothing on a slow line that is cut at random', async () => {
  const [relay, browser] = await Promise.all([startRelay(), launchBrowser()]);
  const seed = Date.now() % 2 ** 31;
  console.log(`seed ${seed}`);
  try {
    const context = await browser.newContext();
    // Shortens the random waits of the back-off.
    await context.addInitScript(() => {
      Math.random = () => 0.1;
    });
    const report = await visitOverLossyLine({
      relayUrl: relay.url,
      browser: context,
      sdk: await bundle('index.ts', 'esm'),
      seed,
      messages: 50,
      durationMs: 12_000,
      line: { bytesPerS: 32_000, latencyMs: 50, meanLifeMs: 1500, stallShare: 0 },
    });
    expect(report).toMatchObject({ lost: 0, doubled: 0, reordered: 0 });
    for (const figure of ['announced', 'cuts', 'reloads', 'outages'] as const) {
      expect(report[figure], figure).toBeGreaterThan(0);
    }
  } finally {
    await browser.close();
    await relay.stop();
  }
});
