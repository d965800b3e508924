import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addOperator,
  createWorld,
  type World,
  type WorldOperator,
} from '../../packages/server/test/support/world';
import { launchEngine, type EngineBrowser } from '../support/engines/engine';
import type { EnginePage } from '../support/engines/page';
import { claimNext, linesOf, say, seen } from '../support/engines/widget';
import { startWidgetPage, type WidgetPage } from '../support/widget-page';
import { startMortalRelay, type MortalRelay } from '../support/widget-relay';

const QUESTION = 'When do you deliver?';

/** Every page has the strict policy of the documentation, and the relay serves the widget. */
describe('the widget in each engine', () => {
  let relay: MortalRelay;
  let shop: WidgetPage;
  let world: World;
  let operator: WorldOperator;
  let browser: EngineBrowser;

  beforeAll(async () => {
    [relay, shop] = await Promise.all([startMortalRelay(), startWidgetPage({ isServed: true })]);
    world = await createWorld(relay.url, {
      allowed_origins: [shop.origin],
      bot: { kind: 'builtin', faq: [{ questions: [QUESTION], answer: 'In three days.' }] },
    });
    operator = await addOperator(relay.url, world, 'Ada');
    await operator.api.post('/console/set/presence', { status: 'online' });
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterAll(() => Promise.all([relay?.stop(), shop?.stop()]));

  beforeEach(async () => {
    browser = await launchEngine();
  });
  afterEach(async () => {
    try {
      for (const page of browser.pages) expect(await violationsOf(page)).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  const violationsOf = (page: EnginePage) =>
    page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);

  async function open(init: Record<string, unknown> = {}): Promise<EnginePage> {
    const page = await browser.newPage();
    await page.goto(shop.url({ attributes: 'data-locale="en"', ...init }));
    // Shortens the random waits of the back-off.
    await page.evaluate(() => void (Math.random = () => 0.1));
    await page.click('.launcher');
    return page;
  }

  it('sends messages, and shows the answers of the bot and of an operator', async () => {
    const page = await open();
    await say(page, QUESTION);
    await seen(page, 'bot', /three days/);
    await page.click('.person');
    await expect.poll(() => page.read('#chat-status', status)).toMatch(/1/);
    const answer = await claimNext(operator.api, world.tenantId);
    await answer('Hello, I am Ada.');
    await seen(page, 'agent', /I am Ada/);
    expect((await linesOf(page)).map(({ kind }) => kind)).toContain('visitor');
  });

  it('delivers what is typed while the relay is down for two seconds, once and in order', async () => {
    const page = await open();
    await say(page, 'before');
    await seen(page, 'visitor', /before/);
    const killed = relay.kill();
    for (const n of [1, 2, 3, 4, 5]) await say(page, `message ${n}`);
    await killed;
    await wait(2000);
    await relay.revive();
    await seen(page, 'visitor', /message 5/);
    const lines = await linesOf(page);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    const own = lines.filter(({ kind }) => kind === 'visitor').map(({ content }) => content);
    expect(own).toEqual(['before', ...[1, 2, 3, 4, 5].map((n) => `message ${n}`)]);
  });

  it('shows each message once in both of two tabs', async () => {
    const tabs = [await open(), await open()] as const;
    await say(tabs[0], 'from the first');
    await seen(tabs[1], 'visitor', /from the first/);
    await say(tabs[1], 'from the second');
    for (const tab of tabs) {
      await seen(tab, 'visitor', /from the second/);
      const own = (await linesOf(tab)).filter(({ kind }) => kind === 'visitor');
      expect(own.map(({ content }) => content)).toEqual(['from the first', 'from the second']);
    }
  });

  it('works where the page blocks everything but the documented lines', async () => {
    const page = await open();
    await say(page, 'see https://shop.example/returns');
    await seen(page, 'visitor', /returns/);
    expect(await violationsOf(page)).toEqual([]);
    // A blocked image proves that the policy is in force.
    const blocked = await page.evaluate(async () => {
      const event = new Promise<SecurityPolicyViolationEvent>((resolve) => {
        document.addEventListener('securitypolicyviolation', resolve, { once: true });
      });
      new Image().src = 'https://elsewhere.example/';
      return (await event).effectiveDirective;
    });
    expect(blocked).toBe('img-src');
    await page.evaluate(() =>
      (globalThis as unknown as { violations: string[] }).violations.splice(0),
    );
  });

  it('mirrors the panel and the text field in a right-to-left page', async () => {
    const page = await open({ lang: 'ar', dir: 'rtl', attributes: '' });
    const leftOf = (selector: string) =>
      page.read(selector, (found) => found.getBoundingClientRect().left);
    const direction = () => page.read('#chat-input', (field) => getComputedStyle(field).direction);
    await expect.poll(direction).toBe('rtl');
    expect(await leftOf('.send')).toBeLessThan((await leftOf('#chat-input')) ?? 0);
    await page.type('#chat-input', 'hello');
    expect(await direction()).toBe('ltr');
    await page.pressEnter('#chat-input');
    await seen(page, 'visitor', /hello/);
    expect(await direction()).toBe('rtl');
    const gaps = await page.read('.visitor .content', (bubble) => {
      const [own, log] = [bubble, bubble.closest('.log')].map((box) =>
        (box as Element).getBoundingClientRect(),
      ) as [DOMRect, DOMRect];
      return { left: own.left - log.left, right: log.right - own.right };
    });
    expect(gaps?.left).toBeLessThan(gaps?.right ?? 0);
  });

  it('fills the screen of a phone, with nothing to scroll sideways', async () => {
    const page = await open();
    await page.resize(390, 844);
    const shape = () =>
      page.read('.panel', (panel) => {
        const { left, top, right, bottom } = panel.getBoundingClientRect();
        return {
          isPhone: innerWidth <= 480,
          gaps: [left, top, innerWidth - right, innerHeight - bottom],
          overflow: document.documentElement.scrollWidth - innerWidth,
        };
      });
    // Waits until the panel has risen.
    await expect.poll(shape).toEqual({ isPhone: true, gaps: [0, 0, 0, 0], overflow: 0 });
    await say(page, 'from a phone');
    await seen(page, 'visitor', /phone/);
  });
});

const status = (found: HTMLElement) => found.textContent;
