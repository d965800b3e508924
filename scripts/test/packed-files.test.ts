import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { packlist } from '@pnpm/fs.packlist';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { publishedPackages } from '../lib/workspace.mjs';

interface Manifest {
  name: string;
  bin?: Record<string, string>;
  exports?: Exports;
  dependencies?: Record<string, string>;
}
type Exports = string | { [condition: string]: Exports };

/** Files that a program opens by a composed name. The name is composed in one place only. */
const OTHER_ENTRIES: Record<string, readonly string[]> = {
  '@chat-relay/server': ['dist/console/index.html', 'dist/widget/loader.global.js'],
};
const COMPOSED = /new URL\((?!")[^;]{0,200}import\.meta\.url/g;
const FOR_PEOPLE = ['package.json', 'README.md', 'LICENSE'];
const LICENSES: Record<string, readonly string[]> = {
  '@chat-relay/cli': ['dist/commander.LICENSE'],
};
/** Their users debug them. */
const WITH_MAPS = ['@chat-relay/widget-sdk', '@chat-relay/receiver-sdk'];
/** Compilers alone read these; `npm run lint` checks them. */
const TYPES = /\.d\.c?ts$/;

const packages = publishedPackages().map(({ folder }) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return { folder, manifest, name: manifest.name };
});

describe.each(packages)('the tarball of $name', ({ name, folder, manifest }) => {
  it('holds all that its program imports, spawns and serves, and nothing else', async () => {
    const { files, modules, composed } = await follow(folder, [
      ...Object.values(manifest.bin ?? {}),
      ...targetsOf(manifest.exports ?? {}),
      ...(OTHER_ENTRIES[name] ?? []),
    ]);
    expect(composed).toHaveLength(name in OTHER_ENTRIES ? 1 : 0);
    const held = await packlist(folder);
    const needed = [...files, ...FOR_PEOPLE, ...(LICENSES[name] ?? [])];
    expect(needed.filter((file) => !held.includes(file))).toEqual([]);
    const maps = WITH_MAPS.includes(name) ? [...files].map((file) => `${file}.map`) : [];
    const useful = new Set([...needed, ...maps]);
    expect(held.filter((file) => !useful.has(file) && !TYPES.test(file))).toEqual([]);
    const known = [...builtinModules, ...Object.keys(manifest.dependencies ?? {})];
    expect([...modules].filter((module) => !known.includes(module))).toEqual([]);
  });
});

/** The files that the package's addresses lead to. */
function targetsOf(exports: Exports): string[] {
  if (typeof exports === 'string') return [exports];
  return Object.entries(exports)
    .filter(([condition]) => condition !== 'types')
    .flatMap(([, target]) => targetsOf(target));
}

/** All files that these lead to, and the modules that they import. A file that does not exist ends it. */
async function follow(folder: string, entries: readonly string[]) {
  const files = new Set<string>();
  const modules = new Set<string>();
  const composed: string[] = [];
  const queue = entries.map((entry) => join(entry));
  for (const file of queue) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(join(folder, file), 'utf8');
    const found = file.endsWith('js') ? await importsOf(join(folder, file)) : [];
    for (const path of found) {
      if (path.startsWith('.')) queue.push(join(dirname(file), path));
      else modules.add(moduleOf(path));
    }
    queue.push(...addressesIn(text, file));
    composed.push(...(text.match(COMPOSED) ?? []));
  }
  return { files, modules, composed };
}

/** Without a path inside the module. */
function moduleOf(path: string): string {
  const parts = path.replace(/^node:/, '').split('/');
  return parts.slice(0, path.startsWith('@') ? 2 : 1).join('/');
}

/** The names in a file's import statements, not resolved to paths. */
async function importsOf(path: string): Promise<string[]> {
  const found: string[] = [];
  await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    plugins: [
      {
        name: 'note',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ path: written, kind }) => {
            if (kind === 'entry-point') return undefined;
            found.push(written);
            return { path: written, external: true };
          }),
      },
    ],
  });
  return found;
}

/** Files that a script opens next to itself, and those that a page loads. */
function addressesIn(text: string, file: string): string[] {
  const besides = [...text.matchAll(/new URL\("([^":]+\.\w+)",/g)];
  const loaded = [...text.matchAll(/(?:src|href)="\/(console\/[^"]+)"/g)];
  return [
    ...besides.map(([, path = '']) => join(dirname(file), path)),
    ...loaded.map(([, path = '']) => join('dist', path)),
  ];
}
