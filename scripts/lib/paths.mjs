import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** TypeScript 7, which is native. Other programs need the library of version 6, which 7 lacks. */
export const TSC = inRoot('node_modules/typescript-7/bin/tsc');
