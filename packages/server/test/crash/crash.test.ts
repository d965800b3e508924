import { beforeAll, describe, expect, it } from 'vitest';
import { torture } from '../../../lab/bench/torture/torture';
import { bundleRelay } from '../support/bundled-relay';

const SEED = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31);

describe('the relay, killed without warning under load', () => {
  let bundle: Awaited<ReturnType<typeof bundleRelay>>;

  beforeAll(async () => {
    bundle = await bundleRelay();
  });

  it('keeps every promise of the relay over 25 kills', { timeout: 480_000 }, async () => {
    const report = await torture({
      script: bundle.script,
      kills: 25,
      seed: SEED,
      maxLifeMs: 500,
    });
    expect(report.harm.kills, 'kills').toBeGreaterThanOrEqual(25);
    expect(report.acked, 'acked').toBeGreaterThan(100);
    expect(report.claims, 'claims').toBeGreaterThan(0);
    expect(report.examples, `seed ${SEED}`).toEqual([]);
    expect(report.isKept).toBe(true);
  });
});
