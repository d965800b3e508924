import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesIn } from './support/addresses-in';
import { DIST, startShippedRelay } from './support/shipped-relay';

const TYPES: Record<string, string> = {
  '': 'text/html',
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

let relay: Awaited<ReturnType<typeof startShippedRelay>>;
/** Path → problem with its response, or null. */
const followed = new Map<string, string | null>();

/** Loads a file of the relay, and all that it names. */
async function follow(path: string, from = ''): Promise<void> {
  if (followed.has(path)) return;
  followed.set(path, null);
  const answer = await fetch(relay.url + path, { redirect: 'manual' });
  const type = answer.headers.get('content-type')?.split(';', 1)[0];
  const right = TYPES[extname(path)];
  const text = await answer.text();
  if (answer.status !== 200 || type !== right) {
    followed.set(path, `${answer.status} ${type}, named in ${from}`);
    return;
  }
  for (const address of await addressesIn(path, text)) {
    const target = new URL(address, relay.url + path);
    if (target.origin === relay.url) await follow(target.pathname, path);
  }
}

beforeAll(async () => {
  relay = await startShippedRelay();
  for (const path of ['/console/', '/widget/loader.js', '/docs']) await follow(path);
});
afterAll(() => relay?.stop());

const filesOf = (name: 'console' | 'widget') =>
  readdirSync(join(DIST, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(DIST, name).length));

describe('the files that the built relay serves', () => {
  it('name only files that it serves, each with its type', () => {
    const wrong = [...followed].filter(([, problem]) => problem !== null);
    expect(wrong).toEqual([]);
  });

  it('are all found from the page of the console and from the loader', () => {
    const found = [...followed.keys()];
    const isFound = (file: string) =>
      found.some((path) => path.endsWith(file.replace('loader.global', 'loader')));
    const lost = [...filesOf('console'), ...filesOf('widget')].filter((file) => !isFound(file));
    expect(lost.filter((file) => file !== '/index.html')).toEqual([]);
  });
});
