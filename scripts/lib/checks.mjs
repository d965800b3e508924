import { inRoot } from './paths.mjs';
import { runShown } from './run.mjs';

/** The checks that need no running service, in the order in which they are worth reading. */
export const CHECKS = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
];

/** @param {(typeof CHECKS)[number]} check @param {AbortSignal} [signal] @returns {Promise<boolean>} */
export async function passes(check, signal) {
  const options = signal ? { signal } : {};
  return (await runShown(inRoot('node_modules/.bin', check.command), check.args, options)) === 0;
}
