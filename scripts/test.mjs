// npm test [-- vitest arguments]. With arguments only vitest runs; with files, only what they need is started.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './lib/build-packages.mjs';
import { CHECKS, passes } from './lib/checks.mjs';
import { install } from './lib/install.mjs';
import { interruption } from './lib/interruption.mjs';
import { inRoot } from './lib/paths.mjs';
import { heading, runScript, say, sayFailure } from './lib/report.mjs';
import { runShown } from './lib/run.mjs';
import { startEnvironment } from './lib/test-environment.mjs';
import { selectionOf } from './lib/test-selection.mjs';
import { readTotals } from './lib/vitest-totals.mjs';

const vitestArgs = process.argv.slice(2);
const interrupted = interruption();

/** @param {Record<string, string | undefined>} variables */
async function runVitest(variables) {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-report-'));
  try {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const exitCode = await runShown(
      inRoot('node_modules/.bin/vitest'),
      ['run', ...reporters, ...vitestArgs],
      { env: { ...process.env, ...variables }, signal: interrupted },
    );
    return readTotals(report, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runChecks() {
  const results = { passed: 0, failed: 0 };
  for (const check of vitestArgs.length === 0 ? CHECKS : []) {
    if (interrupted.aborted) break;
    heading(check.name);
    results[(await passes(check, interrupted)) ? 'passed' : 'failed'] += 1;
  }
  return results;
}

async function testAll() {
  const selection = selectionOf(vitestArgs);
  if (selection.build) {
    heading('build');
    await buildAll({ types: vitestArgs.length === 0 });
  } else {
    await install();
  }
  const checks = await runChecks();

  if (selection.needs.length > 0) heading('services');
  const environment = await startEnvironment(selection.needs);
  try {
    heading('tests');
    if (interrupted.aborted) return { passed: 0, failed: 1 };
    const tests = await runVitest(environment.variables);

    heading('totals');
    if (vitestArgs.length === 0) say(`checks: ${checks.passed} passed, ${checks.failed} failed`);
    say(`tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`);
    const { leftOut } = environment;
    for (const { suites, reason } of leftOut) say(`left out: ${suites} (${reason})`);
    // In CI a suite that didn't run is a failure, for any reason.
    const missed = process.env.CI === 'true' ? leftOut.length + tests.skipped : 0;
    if (missed > 0) say(`left out or skipped counts as failed in CI: ${missed}`);
    return {
      passed: checks.passed + tests.passed,
      failed: checks.failed + tests.failed + missed,
    };
  } finally {
    await environment.stop();
  }
}

await runScript(async () => {
  const total = await testAll().catch((error) => {
    sayFailure(error);
    return { passed: 0, failed: 1 };
  });
  say(`\n${total.passed} passed, ${total.failed} failed`);
  if (interrupted.aborted) return 130;
  return total.failed === 0 ? 0 : 1;
});
