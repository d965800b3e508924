import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { install } from './install.mjs';
import { inRoot, TSC } from './paths.mjs';
import { step } from './report.mjs';
import { runQuietly } from './run.mjs';
import { builtPackages } from './workspace.mjs';

/** @typedef {import('./workspace.mjs').WorkspacePackage} WorkspacePackage */

/**
 * Installs, then builds every package whose sources, or those of a package it needs, have changed.
 * Only publishing needs declarations. TypeScript 7 writes them for each source, and tsup joins them for each entry.
 * @param {{ types?: boolean, isForTests?: boolean }} [options]
 */
export async function buildAll({ types = false, isForTests = false } = {}) {
  await install({ isForTests });
  if (types) {
    await step('declare types', () =>
      runQuietly(TSC, ['-p', inRoot('tsconfig.declarations.json')]),
    );
  }
  const packages = new Map(builtPackages().map((each) => [each.name, each]));
  /** @type {Map<string, Promise<string>>} name → the fingerprint it was built from */
  const builds = new Map();

  /** @param {string} name @returns {Promise<string>} */
  const build = (name) => {
    const known = builds.get(name);
    if (known) return known;
    const one = /** @type {WorkspacePackage} */ (packages.get(name));
    const started = Promise.all(one.needs.map(build)).then((needed) =>
      buildOne(one, needed, types),
    );
    builds.set(name, started);
    return started;
  };

  const results = await Promise.allSettled([...packages.keys()].map(build));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** @param {WorkspacePackage} one @param {string[]} needed @param {boolean} types */
async function buildOne(one, needed, types) {
  const inputs = ['src', 'package.json', 'tsconfig.json', 'tsup.config.ts'];
  const state = fingerprint(
    [
      ...inputs.map((name) => join(one.folder, name)),
      inRoot('tsconfig.json'),
      inRoot('pnpm-lock.yaml'),
    ],
    needed,
  );
  // Packages without a build are bundled into others, as sources.
  if (!existsSync(join(one.folder, 'tsup.config.ts'))) return state;
  // The stamp is inside dist: deleting dist deletes it too.
  const stampFile = join(one.folder, 'dist', '.built');
  const stateWithTypes = `${state} with types`;
  if (isStamped(stampFile, stateWithTypes) || (!types && isStamped(stampFile, state))) return state;
  await step(`build ${one.name}${types ? ' with its types' : ''}`, () =>
    runQuietly(inRoot('node_modules/.bin/tsup'), types ? [] : ['--no-dts'], { cwd: one.folder }),
  );
  stamp(stampFile, types ? stateWithTypes : state);
  return state;
}
