import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { runShown } from './run.mjs';
import { readTotals } from './vitest-totals.mjs';

/**
 * @typedef {import('./vitest-totals.mjs').Totals} Totals
 *
 * @typedef {object} Run
 * @property {Record<string, string | undefined>} variables
 * @property {readonly string[]} projects `--project` arguments; empty for all
 * @property {readonly string[]} args files and other arguments
 * @property {AbortSignal} signal
 */

/** Runs vitest once, with its output shown. @param {Run} run @returns {Promise<Totals>} */
export async function runVitest({ variables, projects, args, signal }) {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-report-'));
  try {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const exitCode = await runShown(
      'node',
      [inRoot('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...projects, ...args],
      { env: { ...process.env, ...variables }, signal },
    );
    return readTotals(report, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
