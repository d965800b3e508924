import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../support/relay';

let folder: string;
let relay: TestRelay;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-widget-'));
  mkdirSync(join(folder, 'locales'));
  writeFileSync(join(folder, 'loader.global.js'), 'import("widget.global.js")');
  writeFileSync(join(folder, 'widget.global.js'), 'import("./locales/en.js")');
  writeFileSync(join(folder, 'locales/en.js'), 'export const en = {}');
  writeFileSync(join(folder, 'client-files.js'), 'export const upload = {}');
  writeFileSync(join(folder, 'widget.global.js.map'), '{"sources":["secret.ts"]}');
  relay = await startRelay({ widgetFolder: folder, env: { CONSOLE: 'off' }, isStarted: true });
});
afterAll(async () => {
  await relay?.stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${relay.url}/widget/${path}`, { headers });
const entryPath = async () =>
  /"([\da-f]{16}\/widget\.global\.js)"/.exec(await (await get('loader.js')).text())?.[1] ?? '';

describe('the files of the widget', () => {
  it('are served to any page, the loader for 300 s and the others for ever', async () => {
    const loader = await get('loader.js', { origin: 'https://shop.example' });
    const entry = await entryPath();
    const files = [
      loader,
      await get(entry),
      await get(entry.replace('widget.global', 'locales/en')),
      await get(entry.replace('widget.global', 'client-files')),
    ];
    for (const { status, headers } of files) {
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ]);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(files.map(({ headers }) => headers.get('cache-control'))).toEqual([
      'public, max-age=300',
      'public, max-age=31536000, immutable',
      'public, max-age=31536000, immutable',
      'public, max-age=31536000, immutable',
    ]);
    const etag = loader.headers.get('etag') ?? '';
    expect((await get('loader.js', { 'if-none-match': etag })).status).toBe(304);
  });

  it.each([
    'aaaaaaaaaaaaaaaa/widget.global.js',
    'widget.global.js',
    'index.js',
    '',
    '../console/index.html',
    'loader.js/',
  ])('answer 404, which any page can read and nothing keeps, for %s', async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(404);
    if (path.startsWith('..')) return; // another route's
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('serve no source map', async () => {
    const entry = await entryPath();
    expect((await get(entry)).status).toBe(200);
    expect((await get(`${entry}.map`)).status).toBe(404);
  });
});
