import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../packages/server/test/support/relay';
import { PASSWORD, register, uniqueEmail } from '../packages/server/test/support/world';

/** Two hosts of one site. Below `localhost` Chromium keeps `Secure` cookies over plain HTTP. */
const CHAT = 'chat.relay.localhost';
const SHOP = 'shop.relay.localhost';

let folder: string;
let relay: TestRelay;
let shopServer: Server;
let browser: Browser;
let chatUrl: string;
let shopUrl: string;
/** Headers of the requests that reached the relay. */
let seen: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-console-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
  relay = await startRelay({ consoleFolder: folder });
  // Runs before the relay's own listener, which removes the cookie from an upgrade.
  const note = ({ headers }: IncomingMessage) => void seen.push({ ...headers });
  relay.relay.http.listener.prependListener('request', note);
  relay.relay.http.listener.prependListener('upgrade', note);
  shopServer = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title>');
  });
  await new Promise<void>((resolve) => shopServer.listen(0, '127.0.0.1', resolve));
  chatUrl = `http://${CHAT}:${new URL(relay.url).port}`;
  shopUrl = `http://${SHOP}:${(shopServer.address() as AddressInfo).port}`;
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', `--host-resolver-rules=MAP *.relay.localhost 127.0.0.1`],
  });
});
afterAll(async () => {
  await browser.close();
  shopServer.close();
  await relay.stop();
  rmSync(folder, { recursive: true });
});

interface Called {
  status: number;
  code: string | undefined;
}

/** Calls the relay from a page. The status is 0 if the browser hides the response from the page. */
function call(
  page: Page,
  path: string,
  { body, headers = {}, mode }: { body?: object; headers?: object; mode?: 'no-cors' } = {},
): Promise<Called & { data: Record<string, unknown> }> {
  return page.evaluate(
    async ([url, text, more, given]) => {
      const isSimple = given === 'no-cors';
      try {
        const response = await fetch(url, {
          credentials: 'include',
          ...(given && { mode: given }),
          headers: {
            ...(text && { 'content-type': isSimple ? 'text/plain' : 'application/json' }),
            ...more,
          },
          ...(text && { method: 'POST', body: text }),
        });
        const { data } = isSimple ? { data: {} } : await response.json();
        return { status: response.status, code: data.code, data };
      } catch {
        return { status: 0, code: undefined, data: {} };
      }
    },
    [`${chatUrl}/api/v1${path}`, body && JSON.stringify(body), headers, mode] as const,
  );
}

/** Whether a live feed opens for a page that says hello without a token. */
function opensFeed(page: Page): Promise<boolean> {
  return page.evaluate(
    (url) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(url);
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', id: 1, version: '2' }));
        socket.onclose = () => resolve(false);
        socket.onmessage = ({ data }) => {
          const said = JSON.parse(data as string) as { type: string; statusCode?: number };
          if (said.type !== 'hello') return;
          resolve(said.statusCode === undefined);
          socket.close();
        };
      }),
    `${chatUrl.replace('http', 'ws')}/api/v1/ws/console`,
  );
}

const PAGE = { 'x-relay-console': '1' };
const COOKIE = { 'x-relay-session': 'cookie' };

async function signIn(page: Page): Promise<string> {
  const email = uniqueEmail();
  await register(relay.url, email, 'Olga Owner', { organization_name: 'Shop Ltd' });
  const login = await call(page, '/console/login', {
    body: { email, password: PASSWORD },
    headers: COOKIE,
  });
  const { challenge_token } = login.data;
  const sent = await call(page, '/console/get/login-otp', { body: { challenge_token } });
  const verified = await call(page, '/console/verify/login-otp', {
    body: { challenge_token, code: sent.data['dev_otp'] },
    headers: COOKIE,
  });
  expect([verified.status, verified.data['console_token']]).toEqual([200, null]);
  return email;
}

describe('a page of the same site', () => {
  let context: BrowserContext;
  let own: Page;
  let shop: Page;
  beforeEach(async () => {
    context = await browser.newContext();
    own = await context.newPage();
    await own.goto(`${chatUrl}/console/`);
    await signIn(own);
    shop = await context.newPage();
    await shop.goto(shopUrl);
    seen = [];
  });

  const account = (page: Page, headers: object = PAGE) =>
    call(page, '/console/fetch/account', { headers });

  /** Number of requests with the cookie. Without any, these tests would prove nothing. */
  const cookiesSeen = () =>
    seen.filter(({ cookie }) => cookie?.includes('__Host-relay_console')).length;

  it('is sent with the session, and reads nothing', async () => {
    expect((await account(own)).status).toBe(200);
    seen = [];
    expect((await account(shop)).status).toBe(0);
    expect((await account(shop, {})).status).toBe(0);
    await call(shop, '/console/fetch/account', { mode: 'no-cors' });
    expect(cookiesSeen()).toBeGreaterThan(0);
    expect(seen.every((headers) => headers['sec-fetch-site'] === 'same-site')).toBe(true);
  });

  it('does nothing in the session’s name', async () => {
    await call(shop, '/console/logout', { body: {}, mode: 'no-cors' });
    await call(shop, '/console/logout', { body: {}, headers: PAGE });
    expect(cookiesSeen()).toBeGreaterThan(0);
    expect((await account(own)).status).toBe(200);
  });

  it('opens no live feed, and the console’s own page does', async () => {
    expect(await opensFeed(own)).toBe(true);
    seen = [];
    expect(await opensFeed(shop)).toBe(false);
    expect(cookiesSeen()).toBe(1);
  });

  it('signs no one in', async () => {
    const before = await context.cookies();
    const body = { email: uniqueEmail(), password: PASSWORD };
    await call(shop, '/console/login', { body, headers: COOKIE });
    await call(shop, '/console/login', { body, mode: 'no-cors' });
    expect(await context.cookies()).toEqual(before);
  });

  it('cannot see the cookie, nor can a script of the console', async () => {
    expect(await shop.evaluate(() => document.cookie)).toBe('');
    expect(await own.evaluate(() => document.cookie)).toBe('');
    const [cookie] = await context.cookies(chatUrl);
    expect(cookie).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      domain: CHAT,
    });
  });

  it('cannot frame the console', async () => {
    await shop.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
    }, `${chatUrl}/console/`);
    await expect
      .poll(() => shop.frames().map((frame) => frame.url()))
      .toContainEqual(expect.stringMatching(/^chrome-error:/));
  });
});
