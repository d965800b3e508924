import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inRoot } from './paths.mjs';
import { say } from './report.mjs';

/** One edit may cause several builds, one for each format. */
const QUIET_MS = 150;

/**
 * Builds packages again after each edit, without their types, until the signal fires.
 * @param {Record<string, () => void>} onBuilt by folder in `packages`: runs after each build that an edit caused
 * @param {AbortSignal} stopping
 */
export function watchPackages(onBuilt, stopping) {
  for (const [name, built] of Object.entries(onBuilt)) watchOne(name, built, stopping);
}

/** @param {string} name @param {() => void} built @param {AbortSignal} stopping */
function watchOne(name, built, stopping) {
  const folder = inRoot('packages', name);
  // The watcher leaves an unknown state: the next start builds again.
  rmSync(join(folder, 'dist', '.built'), { force: true });
  const args = ['--no-dts', '--no-clean', '--watch', 'src'];
  const child = spawn(inRoot('node_modules/.bin/tsup'), args, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.once('error', (error) => say(`${name}: can't be watched: ${error.message}`));
  let hasChanged = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  createInterface({ input: child.stdout }).on('line', (line) => {
    hasChanged ||= line.includes('Change detected');
    if (!hasChanged || !line.includes('Build success')) return;
    clearTimeout(timer);
    timer = setTimeout(built, QUIET_MS);
  });
  createInterface({ input: child.stderr }).on('line', (line) => say(`${name}: ${line}`));
  stopping.addEventListener('abort', () => {
    clearTimeout(timer);
    child.kill('SIGTERM');
  });
}
