import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { inRoot, ROOT } from '../paths.mjs';

/** @typedef {{ path: string, sites: readonly { line: number, start: number, end: number }[] }} Building */

/** Stands for every package: can be called, constructed and read, and gives itself. */
const STAND_IN = `const any = new Proxy(function () {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : key === Symbol.iterator ? undefined : any),
  apply: () => any,
  construct: () => any,
  // esbuild gives the exports of an imported module this prototype.
  getPrototypeOf: () => any,
});
module.exports = any;`;

/**
 * The patterns that modules build while they load. They are bundled without the packages that they import, and with
 * a note at each place that calls `RegExp`.
 * @param {readonly Building[]} files
 * @returns {Promise<import('./collect.mjs').Found[]>}
 */
export async function patternsBuiltBy(files) {
  /** @type {import('./collect.mjs').Found[]} */
  const found = [];
  /** @param {string} place @param {RegExp} pattern */
  const note = (place, pattern) => {
    found.push({ place, source: pattern.source, flags: pattern.flags });
    return pattern;
  };
  Object.assign(globalThis, { notePattern: note });
  const folder = await mkdtemp(join(tmpdir(), 'patterns-'));
  try {
    const outfile = join(folder, 'all.mjs');
    await bundle(files, outfile);
    await import(pathToFileURL(outfile).href);
    return found;
  } finally {
    Reflect.deleteProperty(globalThis, 'notePattern');
    await rm(folder, { recursive: true });
  }
}

/** @param {readonly Building[]} files @param {string} outfile */
async function bundle(files, outfile) {
  const noted = new Map(files.map((file) => [inRoot(file.path), file]));
  await build({
    stdin: {
      contents: files.map(({ path }) => `import ${JSON.stringify(inRoot(path))};`).join('\n'),
      resolveDir: ROOT,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
    // Keeps modules that only build patterns, even if their package declares no side effects.
    ignoreAnnotations: true,
    plugins: [
      {
        name: 'patterns',
        setup(bundler) {
          bundler.onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith('node:')
              ? { path, external: true }
              : path.startsWith('@chat-relay/')
                ? null
                : { path, namespace: 'stand-in' },
          );
          bundler.onLoad({ filter: /.*/, namespace: 'stand-in' }, () => ({ contents: STAND_IN }));
          bundler.onLoad({ filter: /\.(?:ts|tsx|mjs|js)$/ }, ({ path }) => {
            const file = noted.get(path);
            return file
              ? { contents: withNotes(file), loader: path.endsWith('x') ? 'tsx' : 'ts' }
              : null;
          });
        },
      },
    ],
  });
}

/** @param {Building} file @returns {string} its text, in which each call of `RegExp` notes what it makes */
function withNotes({ path, sites }) {
  let text = readFileSync(inRoot(path), 'utf8');
  for (const { line, start, end } of sites.toReversed()) {
    const place = JSON.stringify(`${path}:${line}`);
    text = `${text.slice(0, start)}globalThis.notePattern(${place}, ${text.slice(start, end)})${text.slice(end)}`;
  }
  return text;
}
