import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startScriptedRelay } from '../packages/widget-sdk/test/support/scripted-relay';
import { confirmAsSafari, confirmInChromium } from './support/composing';
import { launchBrowser, seen } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';

let browser: Browser;
let shop: WidgetPage;

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), startWidgetPage()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

it('sends nothing with the Enter that confirms a composed word', async () => {
  const relay = await startScriptedRelay();
  shop.serve({ baseUrl: relay.url, tenantId: 'tenant', publicKey: 'pk_test' });
  const page = await browser.newPage();
  await page.goto(shop.url());
  await page.click('.launcher');
  await expect.poll(() => relay.connections.length).toBe(1);
  await page.focus('#chat-input');
  await confirmAsSafari(page, '荷物は');
  await confirmInChromium(page, 'どこですか');
  expect(await page.inputValue('#chat-input')).toBe('荷物はどこですか');
  expect(relay.framesOf('msg')).toEqual([]);
  await page.keyboard.press('Enter');
  await seen(page, 'visitor', /荷物はどこですか/);
  await page.close();
});
