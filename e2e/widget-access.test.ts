import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld } from '../packages/server/test/support/world';
import { faultsOf } from './support/axe-faults';
import { launchBrowser, linesOf, seen } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

const PHONE = { viewport: { width: 390, height: 780 } };
const QUESTION = 'Quels sont vos délais de livraison ?';

describe('what axe finds in the widget', () => {
  let relay: MortalRelay;
  let shop: WidgetPage;
  let browser: Browser;
  const tenants: Record<string, { tenantId: string; publicKey: string }> = {};

  beforeAll(async () => {
    [relay, shop, browser] = await Promise.all([
      startMortalRelay(),
      startWidgetPage(),
      launchBrowser(),
    ]);
    const settings = {
      bot: {
        bot: { kind: 'builtin', faq: [{ questions: [QUESTION], answer: 'https://a.example' }] },
        widget: { greeting: 'Bonjour !', theme: { accent_color: '#9c4a2f' } },
      },
      yellow: { widget: { greeting: 'Hi!', theme: { accent_color: '#ffd500' } } },
      nobody: { bot: { kind: 'none' } },
    };
    for (const [name, tenant] of Object.entries(settings)) {
      const world = await createWorld(relay.url, { allowed_origins: [shop.origin], ...tenant });
      tenants[name] = { tenantId: world.tenantId, publicKey: world.widgetKey };
    }
    shop.serve({ baseUrl: relay.url, tenantId: '', publicKey: '', ...tenants['bot'] });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([relay?.stop(), shop?.stop()]);
  });

  async function visit(init = {}, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await page.goto(shop.url(init));
    await page.waitForSelector('.launcher');
    return page;
  }

  async function talk(page: Page): Promise<void> {
    await page.click('.launcher');
    await page.fill('#chat-input', QUESTION);
    await page.press('#chat-input', 'Enter');
    await seen(page, 'bot', /a\.example/);
  }

  it('axe finds nothing in the closed widget', async () => {
    expect(await faultsOf(await visit())).toEqual([]);
  });

  it.each([
    ['light', {}, {}],
    ['dark', {}, { colorScheme: 'dark' as const }],
    ['right to left', { locale: 'ar' }, {}],
    ['on a phone', {}, PHONE],
    ['on a phone, dark and right to left', { locale: 'ar', theme: 'dark' }, PHONE],
  ])('axe finds nothing in a conversation, %s', async (_, init, options) => {
    const page = await visit(init, options);
    await talk(page);
    expect(await faultsOf(page)).toEqual([]);
    await page.click('.tool.end');
    expect(await faultsOf(page)).toEqual([]);
    await page.click('.choice .text-button:not(.primary):visible');
    await page.click('.person');
    await seen(page, 'system', /./);
    expect(await faultsOf(page)).toEqual([]);
  });

  it('axe finds nothing with a light colour of the tenant', async () => {
    const page = await visit({ ...tenants['yellow'] });
    await page.click('.launcher');
    expect(await faultsOf(page)).toEqual([]);
  });

  it('axe finds nothing while no operator is there', async () => {
    const page = await visit({ ...tenants['nobody'], locale: 'en' });
    await page.click('.launcher');
    await expect.poll(() => page.textContent('#chat-status')).toMatch(/leave us a message/);
    expect(await faultsOf(page)).toEqual([]);
  });

  it('axe finds nothing where the relay refuses the page, and typed text stays', async () => {
    const warnings: string[] = [];
    const page = await visit({ publicKey: 'pk_wrong' });
    page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
    await page.click('.launcher');
    await expect.poll(() => page.textContent('.banner')).toMatch(/pas disponible/);
    await page.fill('#chat-input', 'Bonjour');
    await page.press('#chat-input', 'Enter');
    await expect.poll(() => page.isVisible('.failed .actions')).toBe(true);
    expect((await linesOf(page)).map(({ content }) => content)).toEqual(['Bonjour']);
    expect(warnings).toEqual([
      expect.stringMatching(/not_found .* Check tenant_id and widget_public_key/),
    ]);
    expect(await faultsOf(page)).toEqual([]);
  });

  it('axe finds nothing while the connection is lost', async () => {
    const page = await visit();
    await talk(page);
    await relay.kill();
    await page.fill('#chat-input', 'Toujours là ?');
    await page.press('#chat-input', 'Enter');
    await expect.poll(() => page.textContent('.banner')).toMatch(/interrompue/);
    expect(await faultsOf(page)).toEqual([]);
    await relay.revive();
  });
});
