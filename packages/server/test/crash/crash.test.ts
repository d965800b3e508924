import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { torture } from '../../bench/torture/torture';

const SEED = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

describe('the relay, killed without warning under load', () => {
  let folder: string;

  beforeAll(async () => {
    // Inside the package, where the bundle finds what it depends on, and laid out like the package.
    const cache = `${ROOT}packages/server/node_modules/.cache`;
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(`${cache}/crash-`);
    copyFileSync(`${ROOT}packages/server/package.json`, `${folder}/package.json`);
    await build({
      config: false,
      tsconfig: `${ROOT}tsconfig.json`,
      entry: [`${ROOT}packages/server/src/main.ts`],
      outDir: `${folder}/dist`,
      outExtension: () => ({ js: '.mjs' }),
      format: ['esm'],
      platform: 'node',
      target: 'node20',
      skipNodeModulesBundle: true,
      silent: true,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps every promise over 25 kills', { timeout: 480_000 }, async () => {
    const report = await torture({
      script: `${folder}/dist/main.mjs`,
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
