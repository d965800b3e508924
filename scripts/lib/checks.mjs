import { resolve } from 'node:path';
import { inRoot } from './paths.mjs';
import { runShown } from './run.mjs';
import { publishedPackages } from './workspace.mjs';

/**
 * How each package's types may be resolved; the command line tool has none. Resolution as in Node 10 is not
 * supported, and the files for a page's `<script>` are never imported.
 */
const TYPES_FOR = new Map([
  ['@chat-relay/receiver-sdk', '--profile node16'],
  ['@chat-relay/server', '--profile esm-only'],
  [
    '@chat-relay/widget-sdk',
    '--profile esm-only --exclude-entrypoints widget.global.js loader.global.js',
  ],
]);

/** Incremental: after an edit only what depends on it is checked again. */
const TSC_ARGS = [
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.tsbuildinfo',
];

/** @param {readonly { name: string }[]} packages */
const workspacesOf = (packages) => packages.flatMap(({ name }) => ['--workspace', name]);

/** The checks of a built repository that need no running service, the quick ones first. */
export const CHECKS = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: TSC_ARGS },
  { name: 'plain English', command: process.execPath, args: [inRoot('scripts/plain-english.mjs')] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  // Again without the tests: what only they use is dead, unless it says `@internal`.
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

/** @param {(typeof CHECKS)[number]} check @param {AbortSignal} [signal] @returns {Promise<boolean>} */
export async function passes(check, signal) {
  const options = signal ? { signal } : {};
  return (
    (await runShown(resolve(inRoot('node_modules/.bin'), check.command), check.args, options)) === 0
  );
}
