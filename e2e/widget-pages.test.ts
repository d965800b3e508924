import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWorld, type World } from '../packages/server/test/support/world';
import { launchBrowser, seen } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

const FAQ = [{ questions: ['Quels sont vos délais de livraison ?'], answer: 'En trois jours.' }];

describe('the page that the widget shares', () => {
  let relay: MortalRelay;
  let shop: WidgetPage;
  let world: World;
  let browser: Browser;

  beforeAll(async () => {
    [relay, shop, browser] = await Promise.all([
      startMortalRelay(),
      startWidgetPage({ isServed: true, isHostile: true }),
      launchBrowser(),
    ]);
    world = await createWorld(relay.url, {
      allowed_origins: [shop.origin],
      bot: { kind: 'builtin', faq: FAQ },
    });
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([relay?.stop(), shop?.stop()]);
  });

  async function current(): Promise<{ url: string; title: string } | null> {
    const { data } = await world.owner.get<{
      conversations: { page: { url: string; title: string } | null }[];
    }>(`/console/fetch/conversations?tenant_id=${world.tenantId}&limit=1`);
    return data.conversations[0]?.page ?? null;
  }
  const shows = (path: string, title?: string) =>
    vi.waitFor(
      async () =>
        expect(await current()).toMatchObject({
          url: `${shop.origin}${path}`,
          ...(title !== undefined && { title }),
        }),
      { timeout: 20_000, interval: 200 },
    );
  const go = (page: Page, path: string, title: string) =>
    page.evaluate(
      ([to, name]) => {
        history.pushState(null, '', to);
        document.title = name ?? '';
      },
      [path, title],
    );

  it('follows the visitor through an application, and leaves marked pages out', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${shop.url()}`);
    const start = new URL(page.url()).pathname;
    await page.waitForSelector('.launcher');
    await page.click('.launcher');
    await page.fill('#chat-input', 'Quels sont vos délais de livraison ?');
    await page.press('#chat-input', 'Enter');
    await seen(page, 'bot', /trois jours/);
    await shows(start);

    await go(page, '/socks?token=secret#red', 'Socks');
    await shows('/socks', 'Socks');
    await page.goBack();
    await shows(start);
    await page.evaluate(() => {
      document.documentElement.toggleAttribute('data-no-page');
    });
    await go(page, '/account', 'Account');
    await go(page, '/account/2', 'Account');
    await page.waitForTimeout(2_500);
    await page.evaluate(() => {
      history.replaceState(null, '', '/cart');
      document.documentElement.toggleAttribute('data-no-page');
    });
    await shows('/cart');
    const { data } = await world.owner.get<{ conversations: { conversation_id: string }[] }>(
      `/console/fetch/conversations?tenant_id=${world.tenantId}&limit=1`,
    );
    const id = data.conversations[0]?.conversation_id;
    const found = await world.owner.get<{ pages: { url: string }[] }>(
      `/console/fetch/conversation?conversation_id=${id}`,
    );
    expect(found.data.pages.map(({ url }) => new URL(url).pathname)).not.toContain('/account');
  }, 90_000);
});
