import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startScriptedRelay,
  type ScriptedRelay,
} from '../packages/widget-sdk/test/support/scripted-relay';
import { launchBrowser, linesOf, seen } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';

const TEXT = 'Bonjour, où est mon colis ?';
const CREATE = 'create/visitor-session';
const CONFIG = 'fetch/widget-config';

describe('a page whose relay is not there for it', () => {
  let browser: Browser;
  let shop: WidgetPage;

  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startWidgetPage()]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  /** The console lines for developers: our own, not the browser's about failed requests. */
  async function open(baseUrl: string): Promise<{ page: Page; told: string[] }> {
    shop.serve({ baseUrl, tenantId: 'tenant', publicKey: 'pk_test' });
    const page = await browser.newPage();
    const told: string[] = [];
    page.on('console', (line) => line.text().includes('chat-relay') && told.push(line.text()));
    await page.addInitScript(() => {
      Math.random = () => 0.05;
    });
    await page.goto(shop.url());
    await page.click('.launcher');
    return { page, told };
  }

  async function say(page: Page) {
    await page.fill('#chat-input', TEXT);
    await page.press('#chat-input', 'Enter');
  }

  const refuse = (relay: ScriptedRelay, status: number, code?: string) => {
    for (const path of [CREATE, CONFIG]) {
      relay.answers[path] = Array.from({ length: 50 }, () => ({ status, ...(code && { code }) }));
    }
  };

  it.each([
    ['a wrong tenant or key', 404, 'not_found', /not_found at/],
    ['an origin that is not allowed', 403, 'origin_not_allowed', /for http:\/\/127\.0\.0\.1:\d+/],
    ['a suspended tenant', 403, 'tenant_suspended', /tenant_suspended/],
    ['an address that is no relay', 404, undefined, /http_error .* Is baseUrl right/],
  ])('says once what is wrong, and keeps the text: %s', async (_, status, code, advice) => {
    const relay = await startScriptedRelay();
    refuse(relay, status, code);
    const { page, told } = await open(relay.url);
    await expect.poll(() => page.textContent('.banner')).toMatch(/pas disponible/);
    await say(page);
    await expect.poll(() => page.isVisible('.failed .actions')).toBe(true);
    expect((await linesOf(page)).map(({ content }) => content)).toEqual([TEXT]);
    expect(told).toEqual([expect.stringMatching(advice)]);
    expect(relay.count(CREATE)).toBe(2); // as the panel opened, and as the visitor wrote

    // The problem is fixed, and the visitor tries again.
    relay.answers = {};
    await page.reload();
    await page.click('.launcher');
    await page.click('.failed .actions button');
    await seen(page, 'visitor', /colis/);
    await page.close();
  });

  it('reports once that the socket was refused', async () => {
    const relay = await startScriptedRelay();
    relay.fallback = (peer) => peer.close(4403, 'tenant_suspended');
    const { page, told } = await open(relay.url);
    await expect.poll(() => page.textContent('.banner')).toMatch(/pas disponible/);
    expect(told).toEqual([expect.stringMatching(/forbidden at .* tenant_suspended/)]);
    expect(relay.connections).toHaveLength(1);
    await page.close();
  });

  it('reports once that the relay is unreachable, and sends when it is back', async () => {
    const relay = await startScriptedRelay();
    relay.answers[CREATE] = Array.from({ length: 6 }, () => 'hang up' as const);
    const { page, told } = await open(relay.url);
    await say(page);
    expect(await page.textContent('.banner')).toMatch(/Connexion/);
    await seen(page, 'visitor', /colis/);
    expect(told).toEqual([
      `chat-relay waits: network at ${relay.url} for ${new URL(shop.url()).origin}. Is baseUrl right, the relay up, and in connect-src?`,
    ]);
    await page.close();
  });

  it('reports once that its tokens are refused again and again', async () => {
    const relay = await startScriptedRelay();
    relay.scripts.push(
      ...Array.from({ length: 7 }, () => (peer: { close(code: number): void }) => peer.close(4401)),
    );
    const { page, told } = await open(relay.url);
    await say(page);
    await seen(page, 'visitor', /colis/);
    expect(told).toEqual([expect.stringMatching(/waits: token_invalid at/)]);
    await page.close();
  });
});
