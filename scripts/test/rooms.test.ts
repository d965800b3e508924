import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import {
  circleIn,
  filesIn,
  foldersIn,
  importsOf,
  readLayers,
  roomOf,
  withoutEnding,
  wrongImports,
} from '../lib/rooms.mjs';

const MAX_FILES = 19;
/** One file for each change of the schema, and none is ever removed. */
const GROWING = 'packages/server/src/platform/storage/schema/migrations';

const LAYERS = readLayers();
const isCode = (file: string): boolean => /\.(ts|tsx|js)$/.test(file);
const textOf = (source: string, file: string): string =>
  readFileSync(inRoot(`${source}/${file}`), 'utf8');

describe.each(Object.entries(LAYERS))('%s', (source, layers) => {
  const files = filesIn(source).filter(isCode);
  const rooms = layers.layers.flat();

  it('gives each room a layer', () => {
    const unknown = files.filter(
      (file) => file.includes('/') && roomOf(withoutEnding(file), rooms) === undefined,
    );
    expect(unknown).toEqual([]);
    const known = [...foldersIn(source), ...files.map(withoutEnding)];
    expect(rooms.filter((room) => !known.includes(room))).toEqual([]);
  });

  it('imports lower layers alone', () => {
    expect(files.flatMap((file) => wrongImports(layers, file, textOf(source, file)))).toEqual([]);
  });

  it('has no circle of files', () => {
    const names = new Map(files.map((file) => [withoutEnding(file), file]));
    const imports = new Map(
      [...names].map(([name, file]) => [
        name,
        importsOf(textOf(source, file), file)
          .map((path) => path.replace(/\.(js|ts|tsx)$/, ''))
          .filter((path) => names.has(path)),
      ]),
    );
    expect(circleIn(imports)).toEqual([]);
  });

  it('has no circle of rooms', () => {
    const imports = new Map<string, string[]>();
    for (const file of files) {
      const room = posix.dirname(file);
      const others = importsOf(textOf(source, file), file)
        .map((path) => posix.dirname(path))
        .filter((other) => !`${room}/`.startsWith(`${other}/`) && !other.startsWith(`${room}/`))
        .filter((other) => other !== '.');
      imports.set(room, [...(imports.get(room) ?? []), ...others]);
    }
    expect(circleIn(imports)).toEqual([]);
  });

  it(`has no folder of more than ${MAX_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const file of filesIn(source)) {
      const folder = `${source}/${posix.dirname(file)}`;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const full = [...counts].filter(([folder, n]) => n > MAX_FILES && folder !== GROWING);
    expect(full).toEqual([]);
  });
});

const SOURCE = {
  layers: [['low'], ['middle', 'middle/inner', 'sibling'], ['high']],
  never: [{ rooms: ['high'], import: ['low/secret'], because: 'it is a secret' }],
};

it.each([
  ['low/a.ts', "import { b } from '../high/b';", 'high is not below low'],
  ['middle/a.ts', "import type { b } from '../sibling/b';", 'sibling is not below middle'],
  ['middle/a.ts', "const b = await import('../high/deep/b');", 'high is not below middle'],
  ['high/deep/a.ts', "export { b } from '../../low/secret/b';", 'it is a secret'],
])('names a forbidden import in %s', (file, text, why) => {
  expect(wrongImports(SOURCE, file, text)).toEqual([expect.stringContaining(why)]);
});

it.each([
  ['high/a.ts', "import { b } from '../low/b';"],
  ['middle/a.ts', "import { b } from './inner/b';"],
  ['middle/inner/a.ts', "import { b } from '../b';"],
  ['main.ts', "import { b } from './high/b';"],
])('allows an import in %s', (file, text) => {
  expect(wrongImports(SOURCE, file, text)).toEqual([]);
});

it('finds a circle and says how it goes', () => {
  const circle = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(circleIn(circle)).toEqual(['b', 'c', 'b']);
  expect(circleIn(new Map([['a', ['b']]]))).toEqual([]);
});

it('CONTRIBUTING says what each room of the relay holds', () => {
  const text = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8');
  const table = text.slice(text.indexOf('| room ')).split('\n\n', 1)[0] ?? '';
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) => {
    const rooms = [...cell.matchAll(/`([^`]+?)\/?`/g)].map(([, room = '']) => room);
    // In "`callbacks/delivery`, `health`" the second one stands in the same room as the first.
    const parent = rooms[0]?.includes('/') ? `${posix.dirname(rooms[0])}/` : '';
    return rooms.map((room) => (room.includes('/') || room.endsWith('.ts') ? room : parent + room));
  });
  const rooms = LAYERS['packages/server/src']?.layers.flat() ?? [];
  const inside = rooms.filter((room) => rooms.some((other) => room.startsWith(`${other}/`)));
  const expected = rooms.filter((room) => !inside.includes(room) && !room.endsWith('/wire'));
  expect(named.filter((room) => !room.endsWith('.ts')).toSorted()).toEqual(expected.toSorted());
});
