import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import { inRoot } from '../paths.mjs';
import { StepError } from '../report.mjs';

/**
 * @typedef {object} PlantedBug
 * @property {string} name
 * @property {string} breaks one sentence
 * @property {string} project the vitest project that runs the test
 * @property {string} file the test that must catch it
 * @property {string} title the test's name, as it is written in the file
 * @property {string} patch a unified diff
 */

const FOLDER = inRoot('packages/lab/planted');
const CAUGHT_BY = /^Caught by: (\S+): “(.+)”(?: on MariaDB)?$/;

/** Reads all planted bugs. @returns {PlantedBug[]} @throws {StepError} if the head of one is not as CONTRIBUTING says */
export function plantedBugs() {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => bugOf(basename(file, '.patch'), readFileSync(join(FOLDER, file), 'utf8')));
}

/** @param {string} name @param {string} text @returns {PlantedBug} */
export function bugOf(name, text) {
  const [breaks = '', caughtBy = '', gap, ...patch] = text.split('\n');
  const [, file, title] = CAUGHT_BY.exec(caughtBy) ?? [];
  if (!breaks.endsWith('.') || !file || !title || gap !== '') {
    throw new StepError(
      `${name}.patch: write one sentence in the first line, “Caught by: <test file>: “<test>”” in the second, and leave the third empty`,
    );
  }
  return { name, breaks, file, title, project: projectOf(caughtBy), patch: patch.join('\n') };
}

/** @param {string} caughtBy */
function projectOf(caughtBy) {
  if (!caughtBy.includes(' packages/server/')) return 'unit';
  if (caughtBy.includes('.pure.test.ts:')) return 'server-pure';
  return caughtBy.endsWith(' on MariaDB') ? 'server-mysql' : 'server-sqlite';
}

/**
 * The changed files with their new text.
 * @param {PlantedBug} bug @param {(path: string) => string} read gives a source by its path in the repository
 * @returns {[path: string, text: string][]} @throws {StepError} if the sources are not those of the patch any more
 */
export function planted({ name, patch }, read = (path) => readFileSync(inRoot(path), 'utf8')) {
  return parsePatch(patch).map((change) => {
    const path = (change.newFileName ?? '').replace(/^b\//, '');
    const text = applyPatch(read(path), change);
    if (text === false) {
      throw new StepError(
        `${name}.patch does not fit ${path} any more: make the same change there by hand, and write its diff into the patch`,
      );
    }
    return [path, text];
  });
}
