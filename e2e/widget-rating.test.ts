import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addOperator,
  createWorld,
  type World,
  type WorldOperator,
} from '../packages/server/test/support/world';
import { focused, launchBrowser, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

describe('a rating, in a browser', () => {
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
      rating: true,
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
  async function resolve(conversation_id: string): Promise<void> {
    for (const verb of ['claim', 'resolve']) {
      const { status } = await operator.api.post(`/console/${verb}/conversation`, {
        conversation_id,
      });
      expect(status).toBe(200);
    }
  }
  const ratingOf = async (conversation_id: string) =>
    (
      await operator.api.get<{
        conversation: { rating: { score: number; comment: string | null } | null };
      }>(`/console/fetch/conversation?conversation_id=${conversation_id}`)
    ).data.conversation.rating;

  it('is given by keys alone, thanked for, shown after a reload, and can be changed', async () => {
    const page = await open({ locale: 'en' });
    const group = page.getByRole('radiogroup', { name: 'How was this conversation?' });
    const conversationId = await talk(page, 'Hello');
    expect(await group.isVisible()).toBe(false);
    await resolve(conversationId);
    await group.waitFor();
    await page.getByRole('radio', { name: '1 out of 5' }).focus();
    for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('4 out of 5');
    expect(await group.textContent()).toBe('★★★★☆');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('A comment (optional)');
    await page.keyboard.type('Quick, thank you');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Thank you for your rating.').waitFor();
    expect(await ratingOf(conversationId)).toMatchObject({ score: 4, comment: 'Quick, thank you' });
    // The button that had the focus has disappeared.
    expect(await focused(page)).toBe('Your message');

    await page.reload();
    await page.click('.launcher');
    await group.waitFor();
    expect(await group.textContent()).toBe('★★★★☆');
    await page.getByRole('radio', { name: '2 out of 5' }).check();
    await page.locator('.rating').getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => ratingOf(conversationId)).toMatchObject({ score: 2 });

    // Another message reopens the conversation: there is nothing to rate.
    await talk(page, 'One more thing');
    await expect.poll(() => group.isVisible()).toBe(false);
    expect(await ratingOf(conversationId)).toMatchObject({ score: 2 });
  });

  it('says that it was not sent, and is sent again', async () => {
    const page = await open({ locale: 'en' });
    const conversationId = await talk(page, 'Hi there');
    await resolve(conversationId);
    await page.getByRole('radio', { name: '5 out of 5' }).check();
    await page.route('**/rate/conversation', (route) => route.abort());
    await page.locator('.rating').getByRole('button', { name: 'Send' }).click();
    await page.locator('.rating').getByText('Not sent').waitFor();
    await page.unroute('**/rate/conversation');
    await page.locator('.rating').getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Thank you for your rating.').waitFor();
    expect(await ratingOf(conversationId)).toMatchObject({ score: 5, comment: null });
  });

  it.each([
    ['ar', { locale: 'ar' }, 1280, 'light'],
    ['fr', {}, 360, 'dark'],
  ] as const)('fits in %s', async (name, init, width, colorScheme) => {
    await context.close();
    context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
    const page = await open(init);
    await resolve(await talk(page, `Salut ${name}`));
    await page.locator('.stars label').nth(3).click();
    const panel = await page.locator('[part=panel]').boundingBox();
    const boxes = await Promise.all(
      ['.stars label >> nth=0', '.stars label >> nth=4', '.rating textarea', '.rating button'].map(
        (part) => page.locator(part).boundingBox(),
      ),
    );
    for (const box of boxes) {
      expect(box?.x).toBeGreaterThanOrEqual(panel?.x ?? Infinity);
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(
        (panel?.x ?? 0) + (panel?.width ?? 0),
      );
    }
    // The first star is on the side where lines begin.
    const isFirstLeft = (boxes[0]?.x ?? 0) < (boxes[1]?.x ?? 0);
    expect(isFirstLeft).toBe(name !== 'ar');
    const shot = process.env['RATING_SHOTS'];
    if (shot) await page.screenshot({ path: `${shot}/rating-${name}.png` });
  });
});
