import { existsSync } from 'node:fs';
import { runQuietly } from './run.mjs';

/** Why packages can't be installed here, or undefined if they can. */
export function whyNotInstallable() {
  if (!existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return 'not a Debian';
  if (process.getuid?.() !== 0) return 'not root';
  return undefined;
}

/** @param {readonly string[]} names */
export async function installPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update', '-qq'], { env });
  await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    env,
  });
}
