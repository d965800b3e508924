import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startScriptedRelay,
  type ScriptedRelay,
} from '../packages/widget-sdk/test/support/scripted-relay';
import { focused, launchBrowser, seen } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('where the widget stands in a page', () => {
  let browser: Browser;
  let shop: WidgetPage;

  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startWidgetPage()]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  interface Visit extends BrowserContextOptions {
    relay?: ScriptedRelay;
    init?: object;
    /** Before the page is fetched. */
    before?(page: Page): Promise<unknown>;
  }

  async function arrive({ relay, init = {}, before, ...options }: Visit = {}): Promise<Page> {
    const { url } = relay ?? (await startScriptedRelay());
    shop.serve({ baseUrl: url, tenantId: 'tenant', publicKey: 'pk_test' });
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await before?.(page);
    await page.goto(shop.url({ ...init }));
    await page.waitForSelector('.launcher', { state: 'attached' });
    return page;
  }

  async function open(visit?: Visit): Promise<Page> {
    const page = await arrive(visit);
    await page.click('.launcher');
    return page;
  }

  /** A style sheet of the page's own. */
  function dress(page: Page, css: string): Promise<void> {
    return page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, css);
  }

  it('writes from the right in a right-to-left page', async () => {
    const page = await open({ init: { locale: 'ar' } });
    const direction = () => page.$eval('#chat-input', (field) => getComputedStyle(field).direction);
    await page.waitForSelector('#chat-input');
    expect(await direction()).toBe('rtl');
    await page.fill('#chat-input', 'hello');
    expect(await direction()).toBe('ltr');
    await page.fill('#chat-input', 'مرحبا');
    expect(await direction()).toBe('rtl');
    await page.fill('#chat-input', '');
    expect(await direction()).toBe('rtl');
  });

  const boxOf = (page: Page, selector: string) =>
    page.$eval(selector, (found) => {
      const { top, left, right, bottom, height } = found.getBoundingClientRect();
      return { top, left, right, bottom, height };
    });

  const styleOf = (page: Page, selector: string, property: string) =>
    page.$eval(selector, (found, name) => getComputedStyle(found).getPropertyValue(name), property);

  const call = (page: Page, method: 'open' | 'close') =>
    page.evaluate((name) => document.querySelector('chat-relay-widget')?.[name](), method);

  it.each([
    [320, 256],
    [500, 256],
    [640, 360],
    [844, 390],
    [1024, 500],
    [320, 568],
  ])('keeps every control in reach on %i × %i', async (width, height) => {
    const page = await open({ viewport: { width, height } });
    await page.fill('#chat-input', 'Bonjour');
    await page.press('#chat-input', 'Enter');
    await seen(page, 'visitor', /Bonjour/);
    await page.fill('#chat-input', 'un\ndeux\ntrois\nquatre\ncinq\nsix\nsept');
    await page.click('.tool.end');

    const hidden = await page.$eval('.panel', (panel) =>
      getComputedStyle(panel).overflowY === 'auto' ? 0 : panel.scrollHeight - panel.clientHeight,
    );
    expect(hidden).toBe(0);
    expect((await boxOf(page, '.log')).height).toBeGreaterThanOrEqual(96);
    for (const control of await page
      .locator('.panel button:visible, .panel textarea:visible')
      .all()) {
      await control.click({ trial: true, timeout: 2000 });
    }
    const panel = await boxOf(page, '.panel');
    expect(panel.top).toBeGreaterThanOrEqual(0);
    expect(panel.bottom).toBeLessThanOrEqual(height);
    await page.context().close();
  });

  it("shows the launcher in the tenant's colour and on its side", async () => {
    const relay = await startScriptedRelay();
    relay.config = { ...relay.config, theme: { accent_color: '#9c4a2f', position: 'left' } };
    let answer = () => undefined as void;
    const config = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await arrive({
      relay,
      before: (fresh) =>
        fresh.route('**/fetch/widget-config*', async (route) => {
          await config;
          await route.continue();
        }),
    });
    expect(await page.isVisible('.launcher')).toBe(false);
    answer();
    await page.waitForSelector('.launcher');
    expect(await styleOf(page, '.launcher', 'background-color')).toBe('rgb(156, 74, 47)');
    expect((await boxOf(page, '.launcher')).left).toBe(20);
    await page.context().close();
  });

  it.each([
    ['is down', 'hang up' as const],
    ['refuses the page', { status: 404, code: 'not_found' }],
  ])('shows the launcher though the relay %s', async (_, answer) => {
    const relay = await startScriptedRelay();
    relay.answers['fetch/widget-config'] = Array.from({ length: 9 }, () => answer);
    const page = await arrive({ relay });
    await page.waitForSelector('.launcher', { timeout: 1500 });
    await page.context().close();
  });

  it('shows the launcher though the relay keeps it waiting', async () => {
    const page = await arrive({
      before: (fresh) => fresh.route('**/fetch/widget-config*', () => undefined),
    });
    await page.waitForSelector('.launcher', { timeout: 3000 });
    await page.context().close();
  });

  it.each([
    ['light', 'rgb(28, 31, 36)', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(241, 243, 245)', 'rgb(27, 30, 36)'],
  ])('rings a focused launcher in two tones, for any page (%s)', async (theme, ring, edge) => {
    const page = await arrive({ init: { theme } });
    await page.waitForSelector('.launcher');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Ouvrir la discussion');
    expect(await styleOf(page, '.launcher', 'outline-color')).toBe(ring);
    expect(await styleOf(page, '.launcher', 'box-shadow')).toBe(`${edge} 0px 0px 0px 2px`);
    await page.context().close();
  });

  it('stays in its corner where the body is a containing block', async () => {
    const page = await arrive();
    await dress(page, 'body{transform:translateY(30px);contain:layout;min-height:3000px}');
    await page.evaluate(() => scrollTo(0, 400));
    await page.waitForSelector('.launcher');
    expect(await boxOf(page, '.launcher')).toMatchObject({ right: 1260, bottom: 700 });
    await page.context().close();
  });

  it('takes no CSS variables from the page but its own', async () => {
    const relay = await startScriptedRelay();
    relay.config = { ...relay.config, theme: { accent_color: null, position: 'right' } };
    const page = await open({ relay, ...PHONE });
    await dress(page, ':root{--tenant-accent:lime;--tenant-on-accent:lime;--x:90px}');
    expect(await styleOf(page, '.header', 'background-color')).toBe('rgb(29, 78, 216)');
    await dress(page, ':root{--crs-accent:#ffe}');
    expect(await styleOf(page, '.header', 'background-color')).toBe('rgb(255, 255, 238)');
    // Readable, though the page named no colour for what stands on it.
    expect(await styleOf(page, '.header', 'color')).toMatch(/\b0 0 0\b/);
    await page.context().close();
  });

  it('does not print the widget', async () => {
    const page = await open();
    await page.emulateMedia({ media: 'print' });
    expect(await page.isVisible('.launcher')).toBe(false);
    expect(await page.isVisible('.panel')).toBe(false);
    await page.context().close();
  });

  it("adds no banner to the page's landmarks", async () => {
    const page = await open();
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const roles = nodes.map(({ role }): unknown => role?.value);
    expect(roles).toContain('dialog');
    expect(roles).not.toContain('banner');
    await page.context().close();
  });

  it('fills the screen of a phone, zoomed or not', async () => {
    const page = await open(PHONE);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(2);
    await expect.poll(() => boxOf(page, '.panel')).toMatchObject({ top: 0, bottom: 844 });
    await page.context().close();
  });

  it("lies in the part of a phone's screen that the keyboard leaves", async () => {
    const seen = { height: 400, scale: 1, offsetTop: 120 };
    const page = await open({
      ...PHONE,
      before: (fresh) =>
        fresh.addInitScript((left) => {
          const viewport = Object.assign(new EventTarget(), left);
          Object.defineProperty(globalThis, 'visualViewport', { value: viewport });
        }, seen),
    });
    expect(await boxOf(page, '.panel')).toMatchObject({ top: 120, bottom: 520 });
    await page.evaluate(() => {
      Object.assign(visualViewport as VisualViewport, { offsetTop: 900 });
      visualViewport?.dispatchEvent(new Event('scroll'));
    });
    expect(await boxOf(page, '.panel')).toMatchObject({ top: 444, bottom: 844 });
    await page.context().close();
  });

  it('leaves the page where it is when a finger drags over the panel of a phone', async () => {
    const page = await open(PHONE);
    await dress(page, 'main{height:3000px}');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...y: number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y.map((at) => ({ x: 100, y: at })),
      });
    /** Drags and returns the distance in CSS pixels that the page scrolled along. */
    const drag = async (y: number) => {
      await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
      await touch('touchStart', y);
      for (let step = 1; step <= 10; step += 1) await touch('touchMove', y - 10 * step);
      await touch('touchEnd');
      const drawn = () => new Promise((done) => requestAnimationFrame(done));
      for (let frame = 0; frame < 3; frame += 1) await page.evaluate(drawn);
      return (await page.evaluate(() => scrollY)) - 500;
    };
    // The header; the messages, too few to scroll; the form.
    expect([await drag(30), await drag(400), await drag(815)]).toEqual([0, 0, 0]);

    await page.keyboard.press('Escape');
    expect(await drag(300)).toBeGreaterThan(0);
    await page.context().close();
  });

  it('is modal while the widget covers the page', async () => {
    const page = await open();
    expect(await page.getAttribute('.panel', 'aria-modal')).toBe('false');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.getAttribute('.panel', 'aria-modal')).toBe('true');
    await page.context().close();
  });

  describe('and the focus', () => {
    async function furnish(): Promise<Page> {
      const page = await arrive();
      await page.evaluate(() => {
        const help = document.createElement('button');
        help.textContent = 'Aide';
        help.addEventListener('click', () => document.querySelector('chat-relay-widget')?.open());
        const field = document.createElement('input');
        field.setAttribute('aria-label', 'Recherche');
        document.querySelector('main')?.append(help, field);
      });
      return page;
    }

    it('returns the focus to what opened the panel', async () => {
      const page = await furnish();
      await page.focus('text=Aide');
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('Votre message');
      await page.keyboard.press('Escape');
      expect(await focused(page)).toBe('Aide');

      await page.click('.launcher');
      await page.keyboard.press('Escape');
      expect(await focused(page)).toBe('Ouvrir la discussion');
      await page.context().close();
    });

    it('keeps the focus in the field that the visitor writes in', async () => {
      const page = await furnish();
      await page.focus('[aria-label=Recherche]');
      await call(page, 'open');
      await page.waitForSelector('.panel');
      expect(await focused(page)).toBe('Recherche');
      await call(page, 'close');
      expect(await focused(page)).toBe('Recherche');
      await page.context().close();
    });
  });
});
