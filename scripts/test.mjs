// npm test: the tests, on SQLite, on MariaDB where it differs, and in Chromium. It needs the registry, and as root on
// Debian it installs MariaDB, Redis and browsers where they are missing.
// npm test -- FILE… [vitest arguments]: these tests alone, with the services that they need.
// npm test -- --node 24 [FILE…]: on Node 24.
// npm run test:all: every check and every test, also the long ones, in every browser engine and on Node 24.
import { delimiter } from 'node:path';
import { buildAll } from './lib/build-packages.mjs';
import { checksNamed, runChecks } from './lib/checks.mjs';
import { install } from './lib/install.mjs';
import { interruption } from './lib/interruption.mjs';
import { useMemoryFolder } from './lib/memory-folder.mjs';
import { installNode24, whyNoNode24 } from './lib/node24.mjs';
import { heading, paint, runScript, say, sayFailure, StepError } from './lib/report.mjs';
import { runVitest } from './lib/run-vitest.mjs';
import { startEnvironment } from './lib/test-environment.mjs';
import { selectionOf, testFiles } from './lib/test-selection.mjs';

const SERVER_TESTS = 'packages/server/test';
/** Where Node decides most: sockets, streams, threads, HTTP, cryptography. The other rooms hold rules of the relay. */
const SERVER_ON_NODE24 = [
  'attachments',
  'callbacks',
  'config',
  'console-page',
  'conversations/journal',
  'conversations/sockets',
  'conversations/widget-socket',
  'faults',
  'nodes',
  'platform',
  'search',
  'widget-files',
];

/**
 * Files that `npm run test:all` repeats on Node 24: these rooms of the server on SQLite, both SDKs, and one job in a
 * browser. `npm run test:node24` runs everything there.
 */
const NODE24_PROJECTS = ['server-pure', 'server-sqlite', 'unit', 'browser'].map(
  (name) => `--project=${name}`,
);
const NODE24_FILES = [
  ...SERVER_ON_NODE24.map((room) => `${SERVER_TESTS}/${room}/`),
  'packages/widget-sdk/test/',
  'packages/receiver-sdk/test/',
  'e2e/main-job.test.ts',
];

const { isNode24, isAll, vitestArgs } = readArgs(process.argv.slice(2));
const isShort = vitestArgs.length === 0 && !isNode24 && !isAll;
const interrupted = interruption();

/** @param {string[]} args */
function readArgs(args) {
  if (args[0] === '--all') return { isNode24: false, isAll: true, vitestArgs: args.slice(1) };
  const at = args.indexOf('--node');
  if (at === -1) return { isNode24: false, isAll: false, vitestArgs: args };
  if (args[at + 1] !== '24') {
    sayFailure(new StepError('--node takes 24'));
    process.exit(1);
  }
  return { isNode24: true, isAll: false, vitestArgs: args.toSpliced(at, 2) };
}

/** The variables with which `node` is Node 24, for vitest and for what the tests start. */
async function node24Variables() {
  const folder = await installNode24();
  return { PATH: `${folder}${delimiter}${process.env.PATH}` };
}

/** @param {Record<string, string | undefined>} variables */
async function runTests(variables) {
  const signal = interrupted;
  heading(isNode24 ? 'tests on Node 24' : 'tests');
  const scope = isShort ? { TEST_SCOPE: 'short' } : {};
  const given = { ...variables, ...scope, ...(isNode24 && (await node24Variables())) };
  const runs = [await runVitest({ variables: given, projects: [], args: vitestArgs, signal })];
  if (isAll && !interrupted.aborted && whyNoNode24() === undefined) {
    heading('tests on Node 24');
    const onNode24 = { ...variables, TEST_SCOPE: 'short', ...(await node24Variables()) };
    const second = { variables: onNode24, projects: NODE24_PROJECTS, args: NODE24_FILES, signal };
    runs.push(await runVitest(second));
  }
  return runs;
}

/**
 * The suites that a complete run has left out, with the reason.
 * @param {Awaited<ReturnType<typeof startEnvironment>>['leftOut']} byEnvironment
 * @param {readonly { files: readonly string[] }[]} runs
 */
function everythingLeftOut(byEnvironment, runs) {
  if (!isAll) return byEnvironment;
  const node24 = whyNoNode24();
  const ran = new Set(runs.flatMap(({ files }) => files));
  const excused = byEnvironment.length > 0 || interrupted.aborted;
  return [
    ...byEnvironment,
    ...(node24 ? [{ suites: 'Node 24', reason: node24 }] : []),
    ...testFiles()
      .filter((file) => !excused && !ran.has(file))
      .map((file) => ({ suites: file, reason: 'no project of vitest.config.ts has it' })),
  ];
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @param {{ name: string, message: string }} test */
function sayFailed({ name, message }) {
  say(`${paint('red', 'failed')}  ${name}`);
  if (message !== '') say(message.replaceAll(/^/gm, '    '));
}

async function testAll() {
  const selection = selectionOf({ args: vitestArgs, isShort });
  if (selection.build) {
    heading('build');
    await buildAll({ types: isAll, isForTests: true });
  } else {
    await install({ isForTests: true });
  }
  const checks = isAll
    ? await runChecks({ checks: checksNamed([]), signal: interrupted })
    : { passed: 0, failed: [] };

  if (selection.needs.length > 0) heading('services');
  const environment = await startEnvironment(selection.needs);
  try {
    if (interrupted.aborted) return { passed: 0, failed: 1 };
    const runs = await runTests(environment.variables);
    const failures = runs.flatMap((run) => run.failures);
    const passed = sum(runs.map((run) => run.passed));
    const skipped = sum(runs.map((run) => run.skipped));

    heading('totals');
    for (const name of checks.failed) say(`${paint('red', 'failed')}  ${name}`);
    for (const failure of failures) sayFailed(failure);
    if (isAll) say(`checks: ${checks.passed} passed, ${checks.failed.length} failed`);
    say(`tests: ${passed} passed, ${failures.length} failed, ${skipped} skipped`);
    const leftOut = everythingLeftOut(environment.leftOut, runs);
    for (const { suites, reason } of leftOut) say(`left out: ${suites} (${reason})`);
    // In CI a suite that didn't run is a failure, for any reason.
    const missed = process.env.CI === 'true' ? leftOut.length + skipped : 0;
    if (missed > 0) say(`left out or skipped counts as failed in CI: ${missed}`);
    return {
      passed: checks.passed + passed,
      failed: checks.failed.length + failures.length + missed,
    };
  } finally {
    await environment.stop();
  }
}

await runScript(async () => {
  const removeFolder = useMemoryFolder();
  const total = await testAll()
    .catch((error) => {
      sayFailure(error);
      return { passed: 0, failed: 1 };
    })
    .finally(removeFolder);
  say(`\n${total.passed} passed, ${total.failed} failed`);
  if (interrupted.aborted) return 130;
  return total.failed === 0 ? 0 : 1;
});
