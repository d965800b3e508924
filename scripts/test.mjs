// npm test [-- [--node 24] vitest arguments]. With arguments only vitest runs; with files, only what they need is
// started. Without any, a second run follows on Node 24.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildAll } from './lib/build-packages.mjs';
import { CHECKS, passes } from './lib/checks.mjs';
import { install } from './lib/install.mjs';
import { interruption } from './lib/interruption.mjs';
import { installNode24, whyNoNode24 } from './lib/node24.mjs';
import { inRoot } from './lib/paths.mjs';
import { heading, runScript, say, sayFailure, StepError } from './lib/report.mjs';
import { runShown } from './lib/run.mjs';
import { startEnvironment } from './lib/test-environment.mjs';
import { selectionOf } from './lib/test-selection.mjs';
import { readTotals } from './lib/vitest-totals.mjs';

const SERVER_TESTS = 'packages/server/test';
/** Processes that are started and killed: they take longer than all others, and differ least. */
const NOT_ON_NODE24 = ['crash', 'start', 'support'];

/**
 * What runs on Node 24 in any case: the server on SQLite, both SDKs, and one job in a browser.
 * `npm test -- --node 24` runs everything there.
 */
const NODE24_ARGS = [
  ...['server-pure', 'server-sqlite', 'unit', 'browser'].map((name) => `--project=${name}`),
  ...readdirSync(inRoot(SERVER_TESTS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_ON_NODE24.includes(entry.name))
    .map(({ name }) => `${SERVER_TESTS}/${name}/`),
  'packages/widget-sdk/test/',
  'packages/receiver-sdk/test/',
  'e2e/main-job.test.ts',
];

const { isNode24, vitestArgs } = readArgs(process.argv.slice(2));
const isWhole = vitestArgs.length === 0;
const interrupted = interruption();

/** @param {string[]} args */
function readArgs(args) {
  const at = args.indexOf('--node');
  if (at === -1) return { isNode24: false, vitestArgs: args };
  if (args[at + 1] !== '24') {
    sayFailure(new StepError('--node takes 24'));
    process.exit(1);
  }
  return { isNode24: true, vitestArgs: args.toSpliced(at, 2) };
}

/** The variables with which `node` is Node 24, for vitest and for what the tests start. */
async function node24Variables() {
  const folder = await installNode24();
  return { PATH: `${folder}${delimiter}${process.env.PATH}` };
}

/** @param {Record<string, string | undefined>} variables @param {readonly string[]} args */
async function runVitest(variables, args) {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-report-'));
  try {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const exitCode = await runShown(
      'node',
      [inRoot('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args],
      { env: { ...process.env, ...variables }, signal: interrupted },
    );
    return readTotals(report, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Record<string, string | undefined>} variables */
async function runTests(variables) {
  heading(isNode24 ? 'tests on Node 24' : 'tests');
  const runs = [
    await runVitest({ ...variables, ...(isNode24 && (await node24Variables())) }, vitestArgs),
  ];
  if (isWhole && !isNode24 && !interrupted.aborted && whyNoNode24() === undefined) {
    heading('tests on Node 24');
    runs.push(await runVitest({ ...variables, ...(await node24Variables()) }, NODE24_ARGS));
  }
  return {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
    skipped: runs.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

async function runChecks() {
  const results = { passed: 0, failed: 0 };
  for (const check of isWhole ? CHECKS : []) {
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
    await buildAll({ types: isWhole });
  } else {
    await install();
  }
  const checks = await runChecks();

  if (selection.needs.length > 0) heading('services');
  const environment = await startEnvironment(selection.needs);
  try {
    if (interrupted.aborted) return { passed: 0, failed: 1 };
    const tests = await runTests(environment.variables);

    heading('totals');
    if (isWhole) say(`checks: ${checks.passed} passed, ${checks.failed} failed`);
    say(`tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`);
    const reason = isWhole ? whyNoNode24() : undefined;
    const leftOut = [...environment.leftOut, ...(reason ? [{ suites: 'Node 24', reason }] : [])];
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
