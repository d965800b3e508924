import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { buildAll } from '../build-packages.mjs';
import { interruption } from '../interruption.mjs';
import { inRoot, ROOT } from '../paths.mjs';
import { say, StepError } from '../report.mjs';
import { runKept } from '../run.mjs';
import { NEEDS, startEnvironment } from '../test-environment.mjs';
import { planted, plantedBugs } from './bugs.mjs';

const VITEST = inRoot('node_modules/vitest/vitest.mjs');

/**
 * Plants each bug in a copy of the repository, and runs the test that must catch it there and without the bug.
 * @param {string[]} names all bugs if it is empty
 * @returns {Promise<number>} 0 if each bug was caught
 */
export async function runPlanted(names) {
  const bugs = plantedBugs();
  const unknown = names.filter((name) => !bugs.some((bug) => bug.name === name));
  if (unknown.length > 0) {
    const known = bugs.map(({ name }) => name).join(', ');
    throw new StepError(`unknown bug: ${unknown.join(', ')}; known are: ${known}`);
  }
  const wanted = bugs.filter(({ name }) => names.length === 0 || names.includes(name));
  const signal = interruption();
  await buildAll({ isForTests: true });
  const environment = await startEnvironment(
    NEEDS.filter(({ name }) => ['MariaDB', 'Redis'].includes(name)),
  );
  const copy = copyRepository();
  const env = { ...process.env, ...environment.variables };
  const rows = [];
  try {
    for (const bug of wanted) {
      if (signal.aborted) return 130;
      const row = await tryOne(bug, copy, { env, signal });
      say(`${row.caught === 'yes' ? 'caught' : 'MISSED'}  ${bug.name}`);
      rows.push(row);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
    await environment.stop();
  }
  console.table(rows);
  const caught = rows.filter((row) => row.caught === 'yes').length;
  say(`${caught} of ${rows.length} bugs were caught`);
  return caught === rows.length ? 0 : 1;
}

/** Copies what is no dependency; the dependencies are linked. */
function copyRepository() {
  const copy = mkdtempSync(join(tmpdir(), 'chat-relay-planted-'));
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (source, target) => {
      if (basename(source) === '.git') return false;
      if (basename(source) !== 'node_modules') return true;
      symlinkSync(source, target);
      return false;
    },
  });
  return copy;
}

/**
 * @param {import('./bugs.mjs').PlantedBug} bug @param {string} copy
 * @param {{ env: NodeJS.ProcessEnv, signal: AbortSignal }} options
 */
async function tryOne(bug, copy, options) {
  const startedAt = performance.now();
  const before = await statusOf(bug, copy, options);
  const changed = planted(bug);
  for (const [path, text] of changed) writeFileSync(join(copy, path), text);
  try {
    const after = await statusOf(bug, copy, options);
    return {
      bug: bug.name,
      test: bug.title,
      'without it': before,
      'with it': after,
      caught: before === 'passed' && after === 'failed' ? 'yes' : 'no',
      seconds: Math.round((performance.now() - startedAt) / 1000),
    };
  } finally {
    for (const [path] of changed) writeFileSync(join(copy, path), readFileSync(inRoot(path)));
  }
}

/**
 * Runs the bug's test. @returns {Promise<'passed' | 'failed' | 'not run'>}
 * @param {import('./bugs.mjs').PlantedBug} bug @param {string} copy
 * @param {{ env: NodeJS.ProcessEnv, signal: AbortSignal }} options
 */
async function statusOf({ project, file, title }, copy, options) {
  const report = join(copy, 'planted-report.json');
  rmSync(report, { force: true });
  const pattern = title
    .split(/%[a-z]/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    .join('.*');
  const args = [VITEST, 'run', '--root', copy, '--project', project, '--testNamePattern', pattern];
  const output = ['--reporter', 'json', '--outputFile', relative(copy, report)];
  const { output: printed } = await runKept(process.execPath, [...args, ...output, file], {
    ...options,
    cwd: copy,
  });
  const tests = testsIn(report).filter(({ status }) => status !== 'skipped');
  if (tests.some(({ status }) => status === 'failed')) return 'failed';
  if (tests.length > 0) return 'passed';
  say(printed.trimEnd());
  return 'not run';
}

/** @param {string} report @returns {{ status: string }[]} */
function testsIn(report) {
  try {
    /** @type {{ testResults: { assertionResults: { status: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch {
    return [];
  }
}
