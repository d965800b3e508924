// npm test: checks and tests everything, on this Node and then on Node 24. It needs the registry, and as root on Debian
// it installs MariaDB, Redis and browsers where they are missing.
// npm test -- FILE… [vitest arguments]: these tests alone, with the services that they need.
// npm test -- --node 24 [FILE…]: on Node 24.
import { delimiter } from 'node:path';
import { buildAll } from './lib/build-packages.mjs';
import { checksNamed, runChecks } from './lib/checks.mjs';
import { install } from './lib/install.mjs';
import { interruption } from './lib/interruption.mjs';
import { useMemoryFolder } from './lib/memory-folder.mjs';
import { installNode24, whyNoNode24 } from './lib/node24.mjs';
import { heading, paint, runScript, say, sayFailure, StepError } from './lib/report.mjs';
import { runTwiceIfUnsteady, runVitest } from './lib/run-vitest.mjs';
import { startEnvironment } from './lib/test-environment.mjs';
import { selectionOf } from './lib/test-selection.mjs';

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
 * What runs on Node 24 in any case: these rooms of the server on SQLite, both SDKs, and one job in a browser.
 * `npm test -- --node 24` runs everything there.
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

/** @param {Record<string, string | undefined>} variables */
async function runTests(variables) {
  const signal = interrupted;
  heading(isNode24 ? 'tests on Node 24' : 'tests');
  const given = { ...variables, ...(isNode24 && (await node24Variables())) };
  const first = { variables: given, projects: [], args: vitestArgs, signal };
  if (!isWhole) return [{ ...(await runVitest(first)), unsteady: [] }];
  const runs = [await runTwiceIfUnsteady(first)];
  if (!isNode24 && !interrupted.aborted && whyNoNode24() === undefined) {
    heading('tests on Node 24');
    const onNode24 = { ...variables, ...(await node24Variables()) };
    const second = { variables: onNode24, projects: NODE24_PROJECTS, args: NODE24_FILES, signal };
    runs.push(await runTwiceIfUnsteady(second));
  }
  return runs;
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @param {'red' | 'yellow'} colour @param {string} word @param {{ name: string, message: string }} test */
function sayTest(colour, word, { name, message }) {
  say(`${paint(colour, word)}  ${name}`);
  if (message !== '') say(message.replaceAll(/^/gm, '    '));
}

async function testAll() {
  const selection = selectionOf(vitestArgs);
  if (selection.build) {
    heading('build');
    await buildAll({ types: isWhole, isForTests: true });
  } else {
    await install({ isForTests: true });
  }
  const checks = isWhole
    ? await runChecks({ checks: checksNamed([]), signal: interrupted })
    : { passed: 0, failed: [] };

  if (selection.needs.length > 0) heading('services');
  const environment = await startEnvironment(selection.needs);
  try {
    if (interrupted.aborted) return { passed: 0, failed: 1 };
    const runs = await runTests(environment.variables);
    const failures = runs.flatMap((run) => run.failures);
    const unsteady = runs.flatMap((run) => run.unsteady);
    const passed = sum(runs.map((run) => run.passed)) + unsteady.length;
    const skipped = sum(runs.map((run) => run.skipped));

    heading('totals');
    for (const name of checks.failed) say(`${paint('red', 'failed')}  ${name}`);
    for (const failure of failures) sayTest('red', 'failed', failure);
    for (const failure of unsteady) sayTest('yellow', 'unsteady', failure);
    if (isWhole) say(`checks: ${checks.passed} passed, ${checks.failed.length} failed`);
    say(`tests: ${passed} passed, ${failures.length} failed, ${skipped} skipped`);
    if (unsteady.length > 0) say(`unsteady (failed, then passed alone): ${unsteady.length}`);
    const reason = isWhole ? whyNoNode24() : undefined;
    const leftOut = [...environment.leftOut, ...(reason ? [{ suites: 'Node 24', reason }] : [])];
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
