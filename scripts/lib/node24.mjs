import { existsSync, readFileSync } from 'node:fs';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { inRoot } from './paths.mjs';
import { step, StepError } from './report.mjs';
import { runQuietly } from './run.mjs';

const FOLDER = inRoot('scripts', 'node24');

/** Where the npm registry has no Node 24 for this machine, the reason; otherwise undefined. */
export function whyNoNode24() {
  const { platform, arch } = process;
  if (platform === 'linux' && ['x64', 'arm64'].includes(arch)) return undefined;
  return `the npm registry has no Node 24 for ${platform} on ${arch}`;
}

/**
 * Installs the Node 24 that a lock file of its own names, unless it is there, and answers the folder
 * of its program. It is a download of 50 MB, which `npm start` does not need.
 */
export async function installNode24() {
  const reason = whyNoNode24();
  if (reason !== undefined) throw new StepError(reason);
  const files = ['package.json', 'pnpm-lock.yaml'].map((name) => `${FOLDER}/${name}`);
  const state = fingerprint(files, [process.arch]);
  const stampFile = `${FOLDER}/node_modules/.installed`;
  const programs = `${FOLDER}/node_modules/node-linux-${process.arch}/bin`;
  if (isStamped(stampFile, state) && existsSync(`${programs}/node`)) return programs;
  const { packageManager } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  await step('install Node 24', async () => {
    const args = ['install', '--dir', FOLDER, '--ignore-workspace', '--frozen-lockfile'];
    // With CI set, pnpm replaces a stale node_modules without asking.
    const env = { ...process.env, CI: 'true' };
    await runQuietly('npx', ['--yes', packageManager, ...args], { env });
    stamp(stampFile, state);
  });
  return programs;
}
