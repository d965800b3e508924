import { beforeAll, describe, expect, it } from 'vitest';
import { crashCallbacks } from '../../../lab/bench/torture/callback-crashes';
import { bundleRelay } from '../support/bundled-relay';

const SEED = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31);
/** SQLite allows one process, MySQL several. */
const NODES = process.env['TEST_DATABASE'] === 'mysql' ? 2 : 1;

describe('a relay, killed between a commit and its callbacks', () => {
  let bundle: Awaited<ReturnType<typeof bundleRelay>>;

  beforeAll(async () => {
    bundle = await bundleRelay();
  });

  it(
    `loses no event and reorders none over 25 kills, with nodes at work: ${NODES}`,
    { timeout: 240_000 },
    async () => {
      const { script } = bundle;
      const report = await crashCallbacks({ script, nodes: NODES, kills: 25, seed: SEED });
      expect(report.killsBetween, 'kills that left events').toBeGreaterThanOrEqual(20);
      expect(report.events, 'events').toBeGreaterThan(50);
      expect(report.examples, `seed ${SEED}`).toEqual([]);
      expect(report.isKept).toBe(true);
    },
  );
});
