import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './paths.mjs';

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/**
 * One hash over these files and folders, and over anything else the result depends on. Names count
 * relative to the repository, so that a moved or copied checkout needs no new build.
 * @param {string[]} paths @param {string[]} [others]
 */
export function fingerprint(paths, others = []) {
  const hash = createHash('sha256');
  for (const other of others) hash.update(`${other}\0`);
  for (const file of paths.flatMap(filesUnder)) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Whether the stamp has this state. @param {string} stampFile @param {string} value */
export const isStamped = (stampFile, value) =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === value;

/** @param {string} stampFile @param {string} value */
export const stamp = (stampFile, value) => writeFileSync(stampFile, value);
