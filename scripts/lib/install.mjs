import { readFileSync } from 'node:fs';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { inRoot } from './paths.mjs';
import { step } from './report.mjs';
import { runQuietly } from './run.mjs';
import { manifests } from './workspace.mjs';

/** Installs the dependencies, unless nothing has changed since the last time. */
export async function install() {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) =>
    inRoot(name),
  );
  const state = fingerprint([...files, ...manifests()], [process.versions.modules, process.arch]);
  const stampFile = inRoot('node_modules', '.installed');
  if (isStamped(stampFile, state)) return;
  await step('install dependencies', async () => {
    await pnpmInstall();
    stamp(stampFile, state);
  });
}

async function pnpmInstall() {
  // With CI set, pnpm replaces a stale node_modules without asking a terminal that isn't there.
  const env = { ...process.env, CI: 'true' };
  const { packageManager } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  await runQuietly('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], { env });
}
