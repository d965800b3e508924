import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { setUpRelayctl } from './support/relayctl';

const relayctl = setUpRelayctl();

const MIN_RUNS = 5;
const MAX_RUNS = 30;

function runMs(args: readonly string[]): number {
  const startMs = performance.now();
  expect(spawnSync(process.execPath, args).status).toBe(0);
  return performance.now() - startMs;
}

describe('relayctl --help', () => {
  it('is there in less than three times what node itself takes', () => {
    // The quickest of some runs, in turns: whatever else the machine does can only add to them.
    let ofHelp = Infinity;
    let ofNode = Infinity;
    for (let run = 0; run < MIN_RUNS || (run < MAX_RUNS && ofHelp >= 3 * ofNode); run++) {
      ofHelp = Math.min(ofHelp, runMs([relayctl.main(), '--help']));
      ofNode = Math.min(ofNode, runMs(['-e', '0']));
    }
    expect(ofHelp).toBeLessThan(3 * ofNode);
  });

  it('has what each command has: a summary, examples and where to look after a mistake', async () => {
    const { stdout } = await relayctl.run(['callback', '--help']);
    for (const command of ['listen', 'trigger', 'verify-receiver', 'replay', 'dead-letters']) {
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
      expect(stdout).toMatch(new RegExp(`^  relayctl callback ${command} `, 'm'));
    }
    const listen = await relayctl.run(['callback', 'listen', '--help']);
    expect(listen.stdout).toMatch(/Examples:\n  relayctl callback listen --forward-to http/);
    expect(listen.stdout).toContain('RELAY_LOCAL_SECRET');
    expect(await relayctl.run(['callback', 'listen'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('(relayctl callback listen --help explains it)'),
    });
  });
});
