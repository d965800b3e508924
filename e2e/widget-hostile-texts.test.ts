import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SenderKind } from '../packages/widget-sdk/src/frames';
import {
  startScriptedRelay,
  type ScriptedRelay,
} from '../packages/widget-sdk/test/support/scripted-relay';
import { launchBrowser, linesOf, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { XSS_PAYLOADS } from './support/widget-payloads';

/** The widget has none of these, so each of them comes from a text. */
const FOREIGN =
  'script, img, iframe, object, embed, link, style, base, meta, input:not(.rating input, .contact input), video, audio, marquee, ' +
  'template, details, math, noscript, body, form:not(#chat-form), svg:not(.icon), [style]';

describe('hostile texts stay text', () => {
  let browser: Browser;
  let shop: WidgetPage;

  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startWidgetPage()]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  async function open(relay: ScriptedRelay): Promise<Page> {
    shop.serve({ baseUrl: relay.url, tenantId: 'tenant', publicKey: 'pk_test' });
    const page = await browser.newPage();
    await page.goto(shop.url());
    await page.click('.launcher');
    await expect.poll(() => relay.connections.length).toBe(1);
    return page;
  }

  /** Expects that no script ran, no text became an element, and all links lead to the web. */
  async function expectHarmless(page: Page): Promise<void> {
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
    expect(await page.locator('chat-relay-widget').locator(FOREIGN).count()).toBe(0);
    const links = await page.$$eval('.content a', (found) =>
      found.map((link) => (link as HTMLAnchorElement).protocol + link.getAttribute('rel')),
    );
    expect([...new Set(links)].filter((link) => link !== 'https:noopener noreferrer')).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await page.close();
  }

  it.each<SenderKind>(['visitor', 'bot', 'agent', 'system'])('from a %s', async (kind) => {
    const relay = await startScriptedRelay();
    const page = await open(relay);
    for (const payload of XSS_PAYLOADS) relay.say(payload, kind);
    await expect
      .poll(async () => (await linesOf(page)).length, { timeout: 10_000 })
      .toBe(XSS_PAYLOADS.length);
    const shown = (await linesOf(page)).map(({ content }) =>
      content.replace(/ \(nouvel onglet\)/g, ''),
    );
    expect(shown).toEqual(XSS_PAYLOADS);
    const announced = await page.$$eval('.live p', (said) => said.map((p) => p.textContent));
    expect(announced.at(-1) ?? XSS_PAYLOADS.at(-1)).toContain(XSS_PAYLOADS.at(-1));
    await expectHarmless(page);
  });

  it('a hostile message stays text', async () => {
    const relay = await startScriptedRelay();
    const page = await open(relay);
    for (const payload of XSS_PAYLOADS) {
      await page.fill('#chat-input', payload);
      await page.press('#chat-input', 'Enter');
    }
    await expect
      .poll(() => relay.messages.map(({ content }) => content), { timeout: 15_000 })
      .toEqual(XSS_PAYLOADS);
    await expectHarmless(page);
  });

  it('hostile names of operators stay text', async () => {
    const relay = await startScriptedRelay();
    const page = await open(relay);
    for (const name of XSS_PAYLOADS) {
      relay.say('Bonjour', 'agent', name);
      relay.current().send({
        type: 'status',
        conversation: {
          conversation_id: 'c',
          status: 'ASSIGNED',
          operator_display_name: name,
          queue_position: null,
        },
      });
      relay.current().send({ type: 'typing', sender: { kind: 'agent' }, state: 'start' });
      await expect.poll(() => page.textContent('#chat-status')).toBe(`${name} vous répond`);
      await expect.poll(() => page.textContent('.typing span')).toBe(`${name} écrit…`);
    }
    const names = await page.$$eval('.sender', (found) => found.map((one) => one.textContent));
    expect(names).toEqual(XSS_PAYLOADS);
    await expectHarmless(page);
  });

  it('a hostile name, greeting and theme of a tenant stay text', async () => {
    const relay = await startScriptedRelay();
    const page = await open(relay);
    for (const text of XSS_PAYLOADS) {
      relay.config = {
        ...relay.config,
        tenant_name: text,
        greeting: text,
        theme: { accent_color: text, position: text as 'left' },
      };
      relay.current().serve();
      await expect.poll(() => page.textContent('#chat-title')).toBe(text);
      expect(await page.textContent('.greeting')).toBe(text);
    }
    // A colour that is none leaves the widget's own.
    const background = await page.$eval('.header', (it) => getComputedStyle(it).backgroundColor);
    expect(background).not.toBe('rgba(0, 0, 0, 0)');
    await expectHarmless(page);
  });
});
