import { beforeAll, describe, expect, it } from 'vitest';
import { crashUploads } from '../../../lab/bench/upload-crashes/crash-uploads';
import { STEPS } from '../../../lab/bench/upload-crashes/journey';
import { bundleRelay } from '../support/bundled-relay';

const SEED = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31);
/** Each step twice; `UPLOAD_KILLS=54`, or another multiple of nine, is the long form. */
const KILLS = Number(process.env['UPLOAD_KILLS'] ?? 18);

describe('a relay, killed while files are uploaded and sent', () => {
  let bundle: Awaited<ReturnType<typeof bundleRelay>>;

  beforeAll(async () => {
    bundle = await bundleRelay();
  });

  it(
    `keeps every acked file, and no other for more than a day, over ${KILLS} kills`,
    { timeout: 480_000 },
    async () => {
      const report = await crashUploads({ script: bundle.script, kills: KILLS, seed: SEED });
      expect(report.problems, `seed ${SEED}`).toEqual([]);
      for (const step of STEPS) expect(report.kills[step], step).toBe(KILLS / STEPS.length);
      expect(report.acked + report.abandoned).toBe(KILLS);
      expect(report.abandoned, 'given up').toBeGreaterThan(0);
      expect(report.orphans, 'left behind by kills').toBeGreaterThan(0);
      expect(report.acked, 'acked').toBeGreaterThan(KILLS / 2);
    },
  );
});
