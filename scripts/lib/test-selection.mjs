import { execFileSync } from 'node:child_process';
import { NEEDS } from './test-environment.mjs';
import { ROOT } from './paths.mjs';

/** @typedef {(typeof NEEDS)[number]} Need */

/** The needs of `npm test`; the others are those of more browser engines and of strangers' pages. */
const SHORT_NEEDS = new Set(['MariaDB', 'Redis', 'Chromium']);

/**
 * The needs of a run with these vitest arguments: those of the chosen files, or all of them without a file filter.
 * MariaDB is started for chosen files only if its project is named.
 * @param {{ args: readonly string[], isShort: boolean }} run
 * @returns {{ build: boolean, needs: readonly Need[] }}
 */
export function selectionOf({ args, isShort }) {
  if (isShort) return { build: true, needs: NEEDS.filter(({ name }) => SHORT_NEEDS.has(name)) };
  const filters = args.filter((arg) => /\.test\.ts$|^(packages|e2e)\b/.test(arg));
  if (filters.length === 0) return { build: true, needs: NEEDS };
  const files = testFiles().filter((file) => filters.some((filter) => file.includes(filter)));
  /** @param {string} folder */
  const isIn = (folder) => files.some((file) => file.startsWith(folder));
  const wanted = new Set([
    ...(isIn('e2e/') ? ['Chromium'] : []),
    ...(isIn('e2e/engines/') ? ['Firefox', 'WebKitGTK'] : []),
    ...(isIn('e2e/pages/') ? ['Prototype.js and MooTools'] : []),
    ...(isIn('packages/server/') ? ['Redis'] : []),
    ...(args.some((arg) => arg.includes('server-mysql')) ? ['MariaDB'] : []),
  ]);
  return {
    // The demo and the examples run the built packages; every other test runs the sources.
    build: isIn('e2e/') || files.some((file) => file.endsWith('examples.test.ts')),
    needs: NEEDS.filter(({ name }) => wanted.has(name)),
  };
}

/** Every test file of the repository, also one that is not committed yet. */
export const testFiles = () =>
  execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.test.ts'],
    { cwd: ROOT, encoding: 'utf8' },
  )
    .trim()
    .split('\n');
