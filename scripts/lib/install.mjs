import { readFileSync } from 'node:fs';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { inRoot } from './paths.mjs';
import { step } from './report.mjs';
import { runQuietly } from './run.mjs';
import { manifests } from './workspace.mjs';

/** A page that only a test builds: it needs 300 MB. */
const FOR_TESTS = '@chat-relay-e2e/next-app';

/**
 * Installs the dependencies, unless nothing has changed since the last time.
 * @param {{ isForTests: boolean }} options whether those that only tests need come too
 */
export async function install({ isForTests }) {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) =>
    inRoot(name),
  );
  const state = fingerprint([...files, ...manifests()], [process.versions.modules, process.arch]);
  const stateWithoutTests = `${state} without what tests need`;
  const stampFile = inRoot('node_modules', '.installed');
  if (isStamped(stampFile, state)) return;
  if (!isForTests && isStamped(stampFile, stateWithoutTests)) return;
  await step('install dependencies', async () => {
    await pnpmInstall(isForTests ? [] : [`--filter=!${FOR_TESTS}`]);
    stamp(stampFile, isForTests ? state : stateWithoutTests);
  });
}

/** @param {string[]} options */
async function pnpmInstall(options) {
  // With CI set, pnpm replaces a stale node_modules without asking a terminal that isn't there.
  const env = { ...process.env, CI: 'true' };
  const { packageManager } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const args = ['--yes', packageManager, ...options, 'install', '--frozen-lockfile'];
  await runQuietly('npx', args, { env });
}
