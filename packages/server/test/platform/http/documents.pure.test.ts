import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultTextOf, ROWS, VARIABLES } from '../../../src/config/variables';
import { LOG_EVENTS } from '../../../src/platform/log-events';
import {
  EarlierSchemaError,
  isAdoptable,
} from '../../../src/platform/storage/schema/earlier-schema';
import { KEY_LABELS } from '../../../src/platform/security/keys';

const root = new URL('../../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('packages', root)).map((name) => `packages/${name}/README.md`),
  ...readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** GitHub's anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

describe('the documents', () => {
  it.each(DOCUMENTS)('finds the target of every link in %s', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? new URL(document, root) : new URL(path, new URL(document, root));
      if (!existsSync(target)) return true;
      if (anchor === undefined) return false;
      const headings = readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm);
      return ![...headings].some(([, heading]) => anchorOf(heading ?? '') === anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(DOCUMENTS)('calls every file that %s links to by its name', (document) => {
    const links = read(document).matchAll(/\[`?([\w./-]+\.[a-z]{2,4})`?\]\(([^)\s#]+)\)/g);
    const misnamed = [...links].filter(
      ([, label = '', path = '']) => basename(label) !== basename(path),
    );
    expect(misnamed.map(([link]) => link)).toEqual([]);
  });

  it('finds every test that GUARANTEES names', () => {
    const promises = [...read('docs/GUARANTEES.md').matchAll(/\]\(\.\.\/(\S+)\): “(.+)” *\|$/gm)];
    const unproven = promises.filter(
      ([, path = '', sentence = '']) => !read(path).includes(sentence),
    );
    expect(unproven.map(([line]) => line)).toEqual([]);
    expect(promises.length).toBeGreaterThan(30);
  });
});

it('lists in SECURITY every key that is derived from the master key', () => {
  const section = read('docs/SECURITY.md').split('\n### Keys\n')[1]?.split(/\n#+ /)[0] ?? '';
  const listed = [...section.matchAll(/^\| `(\S+)` /gm)].map(([, label]) => label);
  expect(listed).toEqual(Object.values(KEY_LABELS));
});

describe('docs/OPERATIONS.md', () => {
  const operations = read('docs/OPERATIONS.md');
  const isLimit = (name: string): boolean => name.startsWith('LIMIT_');

  /** The table under a heading, as lines without alignment. */
  function tableUnder(heading: string): string[] {
    const section = operations.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? '';
    return section
      .split('\n')
      .filter((line) => line.startsWith('| `') && !line.startsWith('| `event`'))
      .map((line) => line.replace(/ +/g, ' '));
  }

  it('names the commit that a start on an earlier database names', () => {
    const refuse = () => isAdoptable(['0001-baseline']);
    expect(refuse).toThrow(EarlierSchemaError);
    const commit = operations.match(/^git worktree add \S+ (\w+)$/m)?.[1];
    expect(refuse).toThrow(`commit ${commit} `);
  });

  it.each([
    ['## Configuration', ROWS.filter(([name]) => !isLimit(name))],
    ['### Limits', ROWS.filter(([name]) => isLimit(name))],
  ])(
    'lists the settings with their defaults and meanings in OPERATIONS, under %s',
    (heading, rows) => {
      const expected = rows.map(
        ([name, row]) => `| \`${name}\` | ${defaultTextOf(row)} | ${row.doc} |`,
      );
      expect(tableUnder(heading)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(20);
    },
  );

  it('lists the log’s events above level debug in OPERATIONS', () => {
    const expected = Object.entries(LOG_EVENTS)
      .filter(([, { level }]) => level !== 'debug')
      .map(([event, { level, meaning }]) => `| \`${event}\` | ${level} | ${meaning} |`);
    expect(tableUnder('### Logs')).toEqual(expected);
  });

  it('knows every setting that a document names', () => {
    const names = DOCUMENTS.flatMap((document) => [
      ...read(document).matchAll(/`(LIMIT_[A-Z_]*[A-Z])`/g),
    ]).map(([, name]) => name ?? '');
    expect(names.filter((name) => !Object.hasOwn(VARIABLES, name))).toEqual([]);
  });
});
