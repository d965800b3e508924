import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const MAX_FILES = 20;
/** Rooms whose own rooms have the rules. */
const BUILDINGS = ['server/src/callbacks', 'server/src/conversations'];
/** The highest rooms of a package, which may import all others. */
const TOPS = [
  'cli/src/commands',
  'console/src/app',
  'receiver-sdk/src/adapters',
  'receiver-sdk/src/web',
  'widget-sdk/src/widget',
];

const PACKAGES = new URL('../../packages/', import.meta.url);
const entriesOf = (folder: string) =>
  readdirSync(new URL(`${folder}/`, PACKAGES), { withFileTypes: true });
const foldersIn = (folder: string): string[] =>
  entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? [`${folder}/${entry.name}`] : []));
const allFoldersIn = (folder: string): string[] =>
  foldersIn(folder).flatMap((inner) => [inner, ...allFoldersIn(inner)]);

const packages = readdirSync(PACKAGES).map((name) => `${name}/src`);

it('every room has a rule that says what it may import', () => {
  const { overrides } = JSON.parse(
    readFileSync(new URL('../.oxlintrc.json', PACKAGES), 'utf8'),
  ) as { overrides: { files: string[]; rules?: Record<string, unknown> }[] };
  const ruled = overrides
    .filter(({ rules = {} }) => 'no-restricted-imports' in rules)
    .flatMap(({ files }) => files.map((files) => files.replace(/^packages\/|\/\*.*$/g, '')));
  const rooms = [...packages, ...BUILDINGS].flatMap(foldersIn);
  const exempt = [...BUILDINGS, ...TOPS];
  expect(rooms.filter((room) => !ruled.includes(room) && !exempt.includes(room))).toEqual([]);
});

it(`no room has more than ${MAX_FILES} files`, () => {
  const full = packages
    .flatMap((source) => [source, ...allFoldersIn(source)])
    .filter((room) => entriesOf(room).filter((entry) => entry.isFile()).length > MAX_FILES);
  expect(full).toEqual([]);
});
