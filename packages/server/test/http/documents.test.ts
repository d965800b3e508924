import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config';
import { DEFAULT_LIMITS } from '../../src/limits';

const root = new URL('../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const DOCUMENTS = [
  'README.md',
  'packages/server/README.md',
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
  it.each(DOCUMENTS)('%s has no link that leads nowhere', (document) => {
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

  it('GUARANTEES names only tests that there are', () => {
    const promises = [...read('docs/GUARANTEES.md').matchAll(/\]\(\.\.\/(\S+)\): “(.+)” *\|$/gm)];
    const unproven = promises.filter(
      ([, path = '', sentence = '']) => !read(path).includes(sentence),
    );
    expect(unproven.map(([line]) => line)).toEqual([]);
    expect(promises.length).toBeGreaterThan(30);
  });
});

describe('docs/OPERATIONS.md', () => {
  const operations = read('docs/OPERATIONS.md');

  it('lists every limit with its variable and default', () => {
    const listed = [...operations.matchAll(/^\| `LIMIT_(\w+)` +\| (\d+) +\|/gm)].map(
      ([, name, value]) => [name?.toLowerCase(), Number(value)],
    );
    expect(Object.fromEntries(listed)).toEqual(DEFAULT_LIMITS);
  });

  it('lists every variable that the configuration reads', () => {
    const asked = new Set<string>();
    const environment = new Proxy({} as Record<string, string | undefined>, {
      get: (_target, name) => {
        asked.add(String(name));
        return name === 'ENV' ? 'production' : undefined;
      },
    });
    expect(() => readConfig(environment)).toThrow('MASTER_KEY');
    const missing = [...asked].filter((name) => !operations.includes(`\`${name}\``));
    expect(missing).toEqual([]);
    expect(asked.size).toBeGreaterThan(30);
  });
});
