import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/**
 * @typedef {object} WorkspacePackage
 * @property {string} name
 * @property {string} folder
 * @property {string[]} needs names of the workspace packages it depends on
 * @property {boolean} isPrivate never published
 */

/** @param {string} folder @returns {WorkspacePackage[]} */
function packagesIn(folder) {
  return readdirSync(inRoot(folder))
    .map((name) => inRoot(folder, name))
    .filter((path) => existsSync(`${path}/package.json`))
    .map((path) => {
      const manifest = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
      const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
      const needs = Object.keys(wanted).filter((name) => wanted[name].startsWith('workspace:'));
      return { name: manifest.name, folder: path, needs, isPrivate: manifest.private === true };
    });
}

/** The packages that a build makes: the published ones, and the console that the server ships. */
export const builtPackages = () => packagesIn('packages');
export const publishedPackages = () => builtPackages().filter(({ isPrivate }) => !isPrivate);
export const manifests = () =>
  ['packages', 'examples', 'e2e/pages']
    .flatMap(packagesIn)
    .map(({ folder }) => `${folder}/package.json`);
