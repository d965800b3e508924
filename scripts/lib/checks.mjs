import { inRoot } from './paths.mjs';
import { runShown } from './run.mjs';
import { publishedPackages } from './workspace.mjs';

/** The checks of a built repository that need no running service, in the order worth reading. */
export const CHECKS = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  ...publishedPackages().map(({ name, folder }) => ({
    name: `package ${name}`,
    command: 'publint',
    args: [folder, '--strict', '--pack', 'npm'],
  })),
];

/** @param {(typeof CHECKS)[number]} check @param {AbortSignal} [signal] @returns {Promise<boolean>} */
export async function passes(check, signal) {
  const options = signal ? { signal } : {};
  return (await runShown(inRoot('node_modules/.bin', check.command), check.args, options)) === 0;
}
