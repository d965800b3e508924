import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../support/relay';

const PAGE = `<!doctype html><title>Console</title>${'<p>text</p>'.repeat(200)}`;
const SCRIPT = 'console.log("a text that compresses");\n'.repeat(200);

let folder: string;
let relay: TestRelay;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'sw.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/app-1a2b3c.js.map'), '{"sources":["secret.ts"]}');
  writeFileSync(join(folder, 'assets/logo-4d5e6f.png'), Buffer.alloc(500));
  relay = await startRelay({ consoleFolder: folder });
});
afterAll(async () => {
  await relay.stop();
  rmSync(folder, { recursive: true });
});

interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends a raw GET, because `fetch` decompresses bodies and follows redirects. */
function get(
  path: string,
  headers: Record<string, string> = {},
  { url, method = 'GET' }: { url?: string; method?: string } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url ?? relay.url);
    request({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const codeOf = ({ body }: RawAnswer): unknown =>
  (JSON.parse(body.toString()) as { data: { code?: unknown } }).data.code;

describe('the console page', () => {
  it.each(['/', '/console'])('leads from %s to the console page, with the query', async (path) => {
    const { status, headers } = await get(`${path}?tenant=1&q=a%20b`);
    expect([status, headers['location']]).toEqual([302, '/console/?tenant=1&q=a%20b']);
    expect(headers['link']).toContain('</docs>; rel="service-doc"');
  });

  it.each(['/console/', '/console/inbox', '/console/tenants/1/bot?x=1', '/console/index.html'])(
    'answers %s with the console page',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect([status, body.toString()]).toEqual([200, PAGE]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  it('sends headers that keep other pages out of the console page', async () => {
    const { headers } = await get('/console/');
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('answers 304 by the console page’s ETag, which differs by coding', async () => {
    const [plain, packed] = await Promise.all([
      get('/console/'),
      get('/console/', { 'accept-encoding': 'br' }),
    ]);
    const etag = String(packed.headers['etag']);
    expect(etag).not.toBe(plain.headers['etag']);
    const again = await get('/console/', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers['vary']).toContain('Accept-Encoding');
    expect((await get('/console/', { 'if-none-match': etag })).status).toBe(200);
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('sends the console page as Accept-Encoding asks: %s', async (accepted, coding) => {
    const { headers, body } = await get('/console/', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['vary']).toBe('Accept-Encoding, Origin');
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''];
    expect((unpack?.(body) ?? body).toString()).toBe(PAGE);
  });

  it('answers HEAD for the console page without a body, and refuses POST', async () => {
    const head = await get('/console/', {}, { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const post = await get('/console/', {}, { method: 'POST' });
    expect([post.status, codeOf(post)]).toEqual([405, 'method_not_allowed']);
  });

  it('serves the files of its build other than assets as they are now', async () => {
    const { headers, body } = await get('/console/sw.js');
    expect(body.toString()).toBe(SCRIPT);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
  });
});

describe('an asset', () => {
  it('lets browsers cache an asset', async () => {
    const { status, headers } = await get('/console/assets/app-1a2b3c.js');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('does not compress an image again', async () => {
    const { headers, body } = await get('/console/assets/logo-4d5e6f.png', {
      'accept-encoding': 'br',
    });
    expect([headers['content-encoding'], body.length]).toEqual([undefined, 500]);
  });

  it.each([
    '/console/assets/app-old.js',
    '/console/assets/',
    '/console/assets/app-1a2b3c.js.map',
    '/console/assets/..%2findex.html',
    '/console/assets/..%2f..%2f..%2fpackage.json',
  ])('answers 404 for a missing asset, which is not cached: %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('without a console', () => {
  it('answers 404 in the envelope with CONSOLE=off, and serves the API', async () => {
    const { url, stop } = await startRelay({ consoleFolder: folder, env: { CONSOLE: 'off' } });
    for (const path of ['/', '/console', '/console/', '/console/assets/app-1a2b3c.js']) {
      const answer = await get(path, {}, { url });
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 404, 'not_found']);
    }
    const account = await get('/api/v1/console/fetch/account', {}, { url });
    expect([account.status, codeOf(account)]).toEqual([401, 'unauthenticated']);
    await stop();
  });

  it('answers 404 where the console was not built', async () => {
    const { url, stop } = await startRelay({ consoleFolder: join(folder, 'missing') });
    const answer = await get('/console/', {}, { url });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    await stop();
  });
});
