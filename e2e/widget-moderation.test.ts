import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addOperator,
  createWorld,
  type World,
  type WorldOperator,
} from '../packages/server/test/support/world';
import { launchBrowser, linesOf, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

const NOT_AVAILABLE = {
  fr: 'Cette discussion n’est pas disponible.',
  en: 'This chat is not available.',
  de: 'Dieser Chat ist nicht verfügbar.',
  es: 'Este chat no está disponible.',
  ar: 'هذه المحادثة غير متاحة لك.',
};

describe('what operators take away, in a browser', () => {
  let relay: MortalRelay;
  let shop: WidgetPage;
  let world: World;
  let operator: WorldOperator;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    [relay, shop, browser] = await Promise.all([
      startMortalRelay(),
      startWidgetPage(),
      launchBrowser(),
    ]);
    world = await createWorld(relay.url, {
      allowed_origins: [shop.origin],
      bot: { kind: 'none' },
    });
    operator = await addOperator(relay.url, world, 'Inès Moreau');
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([relay?.stop(), shop?.stop()]);
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(async () => {
    for (const page of context.pages()) expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  async function open(init?: Record<string, unknown>): Promise<Page> {
    const page = await context.newPage();
    await page.goto(shop.url(init));
    await page.click('.launcher');
    return page;
  }
  async function talk(page: Page, text: string): Promise<string> {
    await page.fill('#chat-input', text);
    await page.press('#chat-input', 'Enter');
    await seen(page, 'visitor', new RegExp(text));
    const { data } = await operator.api.get<{ conversations: { conversation_id: string }[] }>(
      `/console/fetch/conversations?tenant_id=${world.tenantId}&status=WAITING&limit=1`,
    );
    return data.conversations[0]?.conversation_id ?? '';
  }

  it('shows in its place that a message was removed, also to a page that was closed', async () => {
    const page = await open();
    const conversation_id = await talk(page, 'Ma carte est 4970-1234');
    await page.fill('#chat-input', 'Merci');
    await page.press('#chat-input', 'Enter');
    await seen(page, 'visitor', /Merci/);
    const { data } = await operator.api.get<{
      messages: { message_id: string; content: string }[];
    }>(`/console/fetch/messages?conversation_id=${conversation_id}`);
    const said = data.messages.find(({ content }) => content.includes('4970'));
    const { status } = await world.owner.post('/console/remove/message', {
      conversation_id,
      message_id: said?.message_id,
    });
    expect(status).toBe(200);
    await seen(page, 'visitor', /Message retiré/);
    expect(JSON.stringify(await linesOf(page))).not.toContain('4970');
    await page.reload();
    await page.click('.launcher');
    await seen(page, 'visitor', /Message retiré/);
    expect(JSON.stringify(await linesOf(page))).not.toContain('4970');
  });

  it.each(Object.entries(NOT_AVAILABLE))(
    'says to a blocked visitor that the chat is not available, and nothing else: %s',
    async (locale, sentence) => {
      const page = await open({ locale });
      const conversation_id = await talk(page, 'Bande de voleurs');
      const { status } = await operator.api.post('/console/block/visitor', {
        conversation_id,
        kind: 'session',
        reason: 'Insults',
        ends_at: null,
      });
      expect(status).toBe(201);
      await expect.poll(() => page.textContent('.banner')).toBe(sentence);
      await page.reload();
      await page.click('.launcher');
      await expect.poll(() => page.textContent('.banner')).toBe(sentence);
      expect(await page.textContent('body')).not.toMatch(/Insults|Moreau/);
    },
  );
});
