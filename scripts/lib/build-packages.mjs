import { join } from 'node:path';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { install } from './install.mjs';
import { inRoot } from './paths.mjs';
import { step } from './report.mjs';
import { runQuietly } from './run.mjs';
import { publishedPackages } from './workspace.mjs';

/** @typedef {import('./workspace.mjs').WorkspacePackage} WorkspacePackage */

/** Installs, then builds every package whose sources, or those of a package it needs, have changed. */
export async function buildAll() {
  await install();
  const packages = new Map(publishedPackages().map((each) => [each.name, each]));
  /** @type {Map<string, Promise<string>>} name → the fingerprint it was built from */
  const builds = new Map();

  /** @param {string} name @returns {Promise<string>} */
  const build = (name) => {
    const known = builds.get(name);
    if (known) return known;
    const one = /** @type {WorkspacePackage} */ (packages.get(name));
    const started = Promise.all(one.needs.map(build)).then((needed) => buildOne(one, needed));
    builds.set(name, started);
    return started;
  };

  const results = await Promise.allSettled([...packages.keys()].map(build));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** @param {WorkspacePackage} one @param {string[]} needed */
async function buildOne(one, needed) {
  const inputs = ['src', 'package.json', 'tsconfig.json', 'tsup.config.ts'];
  const state = fingerprint(
    [
      ...inputs.map((name) => join(one.folder, name)),
      inRoot('tsconfig.json'),
      inRoot('pnpm-lock.yaml'),
    ],
    needed,
  );
  // The stamp lies inside dist: who deletes dist gets a new one.
  const stampFile = join(one.folder, 'dist', '.built');
  if (isStamped(stampFile, state)) return state;
  await step(`build ${one.name}`, () =>
    runQuietly(inRoot('node_modules/.bin/tsup'), [], { cwd: one.folder }),
  );
  stamp(stampFile, state);
  return state;
}
