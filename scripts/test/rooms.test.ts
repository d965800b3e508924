import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const MAX_FILES = 19;
/** One file for each change of the schema, and none is ever removed. */
const GROWING = ['server/src/platform/storage/schema/migrations'];
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

/** Style sheets import no code. */
const hasCode = (room: string): boolean =>
  [room, ...allFoldersIn(room)].some((folder) =>
    entriesOf(folder).some((entry) => entry.isFile() && !entry.name.endsWith('.css')),
  );

const packages = readdirSync(PACKAGES).map((name) => `${name}/src`);

it('every room has a rule that says what it may import', () => {
  const { overrides } = JSON.parse(
    readFileSync(new URL('../.oxlintrc.json', PACKAGES), 'utf8'),
  ) as { overrides: { files: string[]; rules?: Record<string, unknown> }[] };
  const ruled = overrides
    .filter(({ rules = {} }) => 'no-restricted-imports' in rules)
    .flatMap(({ files }) => files.map((files) => files.replace(/^packages\//, '').split('/*')[0]));
  const rooms = [...packages, ...BUILDINGS].flatMap(foldersIn).filter(hasCode);
  const exempt = [...BUILDINGS, ...TOPS];
  expect(rooms.filter((room) => !ruled.includes(room) && !exempt.includes(room))).toEqual([]);
});

it(`no room has more than ${MAX_FILES} files`, () => {
  const full = packages
    .flatMap((source) => [source, ...allFoldersIn(source)])
    .filter((room) => !GROWING.includes(room))
    .filter((room) => entriesOf(room).filter((entry) => entry.isFile()).length > MAX_FILES);
  expect(full).toEqual([]);
});

/** The rooms that each room imports; a room and those inside it count as one. */
function importsOf(source: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const room of allFoldersIn(source)) {
    const imported = new Set<string>();
    for (const file of entriesOf(room).filter((entry) => entry.isFile())) {
      const text = readFileSync(new URL(`${room}/${file.name}`, PACKAGES), 'utf8');
      for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
        const other = posix.dirname(posix.join(room, path));
        const isOutside = !`${room}/`.startsWith(`${other}/`) && !other.startsWith(`${room}/`);
        if (isOutside && !isOneFloor(room, other)) imported.add(other);
      }
    }
    imports.set(room, imported);
  }
  return imports;
}

/** The settings are checked with parts of the platform, whose limits they are. */
function isOneFloor(room: string, other: string): boolean {
  const isGround = (name: string) => /^server\/src\/(config|platform)(\/|$)/.test(name);
  return isGround(room) && isGround(other);
}

it.each(packages)('no rooms of %s import each other in a circle', (source) => {
  const imports = importsOf(source);
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (seen.has(from)) return false;
    seen.add(from);
    const next = [...(imports.get(from) ?? [])];
    return next.includes(to) || next.some((room) => reaches(room, to, seen));
  };
  expect(imports.size).toBeGreaterThan(0);
  expect([...imports.keys()].filter((room) => reaches(room, room))).toEqual([]);
});
