import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackages, whyNotInstallable } from './debian-packages.mjs';
import { findProgram } from './find-program.mjs';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { inRoot } from './paths.mjs';
import { say, step, StepError } from './report.mjs';
import { runQuietly } from './run.mjs';
import { manifests } from './workspace.mjs';

const COMPILER_PACKAGES = { python3: 'python3', make: 'make', 'g++': 'g++' };

/** Installs the dependencies, unless nothing has changed since the last time. */
export async function install() {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) =>
    inRoot(name),
  );
  const state = fingerprint([...files, ...manifests()], [process.versions.modules, process.arch]);
  const stampFile = inRoot('node_modules', '.installed');
  if (isStamped(stampFile, state)) return;
  await step('install dependencies', async () => {
    await installCompiling();
    stamp(stampFile, state);
  });
}

/** sqlite3 compiles where its prebuilt binary can't be fetched; the compiler is looked for only then. */
async function installCompiling() {
  try {
    await pnpmInstall();
  } catch (error) {
    const missing = Object.entries(COMPILER_PACKAGES).filter(([program]) => !findProgram(program));
    if (missing.length === 0) throw error;
    const names = missing.map(([, packageName]) => packageName);
    const obstacle = whyNotInstallable();
    if (obstacle !== undefined) {
      throw new StepError(
        `dependencies could not be installed; sqlite3 may need a compiler here: install ${names.join(', ')} and try again`,
        error instanceof StepError ? error.output : '',
      );
    }
    say(`sqlite3 has to be compiled here: installing ${names.join(', ')}`);
    await installPackages(names);
    await pnpmInstall();
  }
}

async function pnpmInstall() {
  // A Node from the official archive carries its headers: compiling needs no download then.
  const prefix = dirname(dirname(process.execPath));
  const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node_api.h'));
  // With CI set, pnpm replaces a stale node_modules without asking a terminal that isn't there.
  const env = {
    ...process.env,
    ...(hasHeaders ? { npm_config_nodedir: prefix } : {}),
    CI: 'true',
  };
  const { packageManager } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  await runQuietly('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], { env });
}
