import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { heading } from './report.mjs';
import { runShown } from './run.mjs';
import { readTotals } from './vitest-totals.mjs';

/** More files than these have failed for a reason, not by chance. */
const UNSTEADY_FILES = 3;

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

/**
 * Runs vitest, and runs the few files that failed again, alone. What passes then is unsteady: it needs repair,
 * and the totals name it, but the run counts as passed.
 * @param {Run} run @returns {Promise<Totals & { unsteady: Totals['failures'] }>}
 */
export async function runTwiceIfUnsteady(run) {
  const first = await runVitest(run);
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (files.length === 0 || files.length > UNSTEADY_FILES || run.signal.aborted) {
    return { ...first, unsteady: [] };
  }
  const named = files.filter((file) => file !== undefined);
  if (named.length < files.length) return { ...first, unsteady: [] };
  heading('the files that failed, again and alone');
  const second = await runVitest({ ...run, args: named });
  if (second.failures.length > 0) return { ...first, unsteady: [] };
  return { ...first, failures: [], unsteady: first.failures };
}
