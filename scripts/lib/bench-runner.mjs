import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build-packages.mjs';
import { interruption } from './interruption.mjs';
import { inRoot } from './paths.mjs';
import { heading, say, StepError } from './report.mjs';
import { runShown } from './run.mjs';
import { NEEDS, startEnvironment } from './test-environment.mjs';

/** Programs that inject faults and check the data; measuring is not their purpose. */
export const TORTURES = ['torture', 'database-faults', 'first-start', 'galera', 'rolling-upgrade'];
const LAB = inRoot('packages/lab/bench');
const SERVER = inRoot('packages/server');

/** The programs of the lab, by name; the code that they share is in folders below. */
export const benchNames = () =>
  readdirSync(LAB)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length));

/** Bundles one program together with the sources it measures, and returns its path. @param {string} name */
async function bundle(name) {
  const { build } = await import('tsup');
  // Inside the relay's package, so that the bundle finds the relay's dependencies.
  const outDir = `${SERVER}/node_modules/.cache/bench`;
  /** @type {import('tsup').Options} */
  const common = {
    config: false,
    tsconfig: inRoot('tsconfig.json'),
    outDir,
    format: ['esm'],
    platform: 'node',
    target: 'node20',
    skipNodeModulesBundle: true,
    sourcemap: 'inline',
    silent: true,
  };
  await build({
    ...common,
    entry: [`${LAB}/${name}.ts`],
    outExtension: () => ({ js: '.mjs' }),
  });
  // The relay reads its version one folder above where it runs, and starts its threads from its own folder.
  copyFileSync(`${SERVER}/package.json`, `${outDir}/../package.json`);
  await build({
    ...common,
    entry: {
      'knowledge-worker': inRoot('packages/server/src/bots/knowledge/thread/knowledge-worker.ts'),
      'sqlite-worker': inRoot('packages/server/src/platform/storage/sqlite/sqlite-worker.js'),
    },
    splitting: false,
  });
  return `${outDir}/${name}.mjs`;
}

/**
 * Builds, brings up MariaDB and Redis, and runs these programs one after another.
 * @param {string[]} names @param {string[]} [args]
 */
export async function runBenches(names, args = []) {
  const known = benchNames();
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StepError(`unknown benchmark: ${unknown.join(', ')}; known are: ${known.join(', ')}`);
  }
  const signal = interruption();
  await buildAll();
  const environment = await startEnvironment(NEEDS.filter(({ name }) => name !== 'Chromium'));
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-bench-'));
  const gathered = join(folder, 'figures.jsonl');
  const env = { ...process.env, ...environment.variables, BENCH_FIGURES: gathered };
  let worst = 0;
  try {
    for (const name of names) {
      if (signal.aborted) return 130;
      heading(name);
      const script = await bundle(name);
      const nodeArgs = ['--enable-source-maps', '--expose-gc', script, ...args];
      worst = Math.max(worst, await runShown(process.execPath, nodeArgs, { env, signal }));
    }
    if (names.length > 1) printAll(gathered);
    return worst;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await environment.stop();
  }
}

/** The figures of all programs in one table and as one line of JSON. @param {string} file */
function printAll(file) {
  if (!existsSync(file)) return;
  const reports = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const figures = reports.flatMap(({ bench, figures: of }) =>
    of.map((/** @type {object} */ figure) => ({ bench, ...figure })),
  );
  heading('all figures');
  console.table(figures);
  say(JSON.stringify({ figures }));
}
