import { resolve } from 'node:path';
import { inRoot, TSC } from './paths.mjs';
import { heading, say, StepError } from './report.mjs';
import { runKept } from './run.mjs';
import { publishedPackages } from './workspace.mjs';

/**
 * How each package's types may be resolved; the command line tool has none. What the widget-sdk shares with the relay
 * and the console alone is for modules, and the files for a page's `<script>` are never imported.
 */
const TYPES_FOR = new Map([
  ['@chat-relay/receiver-sdk', '--profile node16'],
  ['@chat-relay/server', '--profile esm-only'],
  [
    '@chat-relay/widget-sdk',
    '--exclude-entrypoints attempt composing contrast languages texts widget.global.js loader.global.js',
  ],
]);

/** Incremental: an edit causes a new check of its dependents only. */
const TSC_ARGS = [
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.tsbuildinfo',
];

/** @param {readonly { name: string }[]} packages */
const workspacesOf = (packages) => packages.flatMap(({ name }) => ['--workspace', name]);

/** The checks of a built repository that need no running service, the longest ones first. */
const CHECKS = [
  { name: 'types', command: TSC, args: TSC_ARGS },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'plain English', command: process.execPath, args: [inRoot('scripts/plain-english.mjs')] },
  { name: 'planted bugs', command: process.execPath, args: [inRoot('scripts/planted-bugs.mjs')] },
  {
    name: 'linear patterns',
    command: process.execPath,
    args: [inRoot('scripts/linear-patterns.mjs')],
  },
  ...['apis', 'patterns', 'styles'].map((kind) => ({
    name: `browser ${kind}`,
    command: process.execPath,
    args: [inRoot('scripts/browser-floor.mjs'), kind],
  })),
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  // Runs again without the tests: code that only they use is dead unless it is marked `@internal`.
  {
    name: 'code for tests alone',
    command: 'knip',
    args: ['--no-progress', '--production', ...workspacesOf(publishedPackages())],
  },
  { name: 'size', command: 'size-limit', args: [] },
  ...publishedPackages().map(({ name, folder }) => ({
    name: `package ${name}`,
    command: 'publint',
    args: [folder, '--strict', '--pack', 'npm'],
  })),
  ...publishedPackages()
    .filter(({ name }) => TYPES_FOR.has(name))
    .map(({ name, folder }) => ({
      name: `types of ${name}`,
      command: 'attw',
      args: ['--pack', folder, ...(TYPES_FOR.get(name) ?? '').split(' ')],
    })),
];

/**
 * The checks with these names; without any, all.
 * @param {readonly string[]} names @throws {StepError} for an unknown name
 */
export function checksNamed(names) {
  const known = CHECKS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StepError(`unknown check: ${unknown.join(', ')}; known are: ${known.join(', ')}`);
  }
  return CHECKS.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Checks that run at once. Small machines have two cores. */
const AT_ONCE = 2;

const BIN = inRoot('node_modules/.bin');

/** Some checks run `npm pack`, which the packages refuse without this variable. */
const ENVIRONMENT = { ...process.env, PACKED_FOR_A_CHECK: 'yes' };

/**
 * Runs checks, two at once, and shows what each printed when it ends.
 * @param {{ checks: readonly (typeof CHECKS)[number][], signal?: AbortSignal }} given the signal starts no further one
 */
export async function runChecks({ checks, signal }) {
  const waiting = [...checks];
  /** @type {string[]} */
  const failed = [];
  const runOnes = async () => {
    for (let check = waiting.shift(); check && !signal?.aborted; check = waiting.shift()) {
      const { name, command, args } = check;
      const options = signal ? { env: ENVIRONMENT, signal } : { env: ENVIRONMENT };
      const { code, output } = await runKept(resolve(BIN, command), args, options);
      heading(name);
      if (output.trim() !== '') say(output.trimEnd());
      if (code !== 0) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runOnes));
  return { passed: checks.length - waiting.length - failed.length, failed };
}
