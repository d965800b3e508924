import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { inRoot } from './paths.mjs';

/**
 * The rooms of a package's sources, the lowest layer first. A room imports rooms of lower layers alone, and no room of
 * `import` where it is one of `rooms`. A room that is not named has the layer of the room that it is in. A file that is
 * in no room is named without its ending.
 * @typedef {{ rooms: string[], import: string[], because: string }} Ban
 * @typedef {{ layers: string[][], never?: Ban[] }} Source
 * @typedef {{ file: string, room: string, imported: string }} Import
 */

/** @returns {Record<string, Source>} by the folder of the sources */
export const readLayers = () => JSON.parse(readFileSync(inRoot('layers.json'), 'utf8'));

/** @param {string} folder @returns {string[]} the files in it and below, relative to it */
export function filesIn(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesIn(`${folder}/${entry.name}`).map((file) => `${entry.name}/${file}`)
      : [entry.name],
  );
}

/** @param {string} folder @returns {string[]} the folders in it and below, relative to it */
export const foldersIn = (folder) => [
  ...new Set(
    filesIn(folder).flatMap((file) => {
      const parts = file.split('/').slice(0, -1);
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
  ),
];

/**
 * The files that a file imports from its own package, without their ending.
 * @param {string} text @param {string} file
 */
export const importsOf = (text, file) =>
  [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );

/** @param {string} file */
export const withoutEnding = (file) => file.replace(/\.\w+$/, '');

/** @param {string} path @param {string} room */
const isIn = (path, room) => path === room || path.startsWith(`${room}/`);

/** @param {string} path @param {readonly string[]} rooms @returns {string | undefined} the innermost */
export const roomOf = (path, rooms) =>
  rooms.filter((room) => isIn(path, room)).toSorted((a, b) => b.length - a.length)[0];

/**
 * One sentence for each import of a file that the layers forbid.
 * @param {Source} source @param {string} file @param {string} text
 */
export function wrongImports({ layers, never = [] }, file, text) {
  const rooms = layers.flat();
  // A file at the top of the sources is in no room.
  const own = file.includes('/') ? roomOf(withoutEnding(file), rooms) : undefined;
  if (own === undefined) return [];
  /** @param {string} room */
  const height = (room) => layers.findIndex((layer) => layer.includes(room));
  return importsOf(text, file).flatMap((imported) => {
    const other = roomOf(imported, rooms);
    const isHigh = other && other !== own && height(other) >= height(own);
    // A room and those inside it count as one, unless both are inside the same room.
    const isNested = other && (isIn(other, own) || isIn(own, other));
    if (isHigh && !isNested) return [`${file} imports ${imported}: ${other} is not below ${own}`];
    const ban = never.find(
      (each) =>
        each.rooms.some((room) => isIn(file, room)) &&
        each.import.some((room) => isIn(imported, room)),
    );
    return ban ? [`${file} imports ${imported}: ${ban.because}`] : [];
  });
}

/**
 * The first import cycle between whole modules, types included.
 * @param {ReadonlyMap<string, readonly string[]>} imports by the name of the module
 * @returns {string[]} empty if there is none
 */
export function circleIn(imports) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {string[]} path @returns {string[]} */
  const search = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const next of imports.get(name) ?? []) {
      const found = search(next, [...path, name]);
      if (found.length > 0) return found;
    }
    done.add(name);
    return [];
  };
  for (const name of imports.keys()) {
    const found = search(name, []);
    if (found.length > 0) return found;
  }
  return [];
}
