import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createWorld,
  PASSWORD,
  register,
  uniqueEmail,
} from '../packages/server/test/support/world';
import { lowerToFloor, removedHere } from './support/browser-floor';
import { OFFICE_LIMITS, signInTo } from './support/console-browser';
import { textFile } from './support/files';
import { launchBrowser, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

let relay: MortalRelay;
let shop: WidgetPage;
let browser: Browser;
const email = uniqueEmail();

beforeAll(async () => {
  [relay, shop, browser] = await Promise.all([
    startMortalRelay(OFFICE_LIMITS),
    startWidgetPage({ isServed: true }),
    launchBrowser(),
  ]);
  const world = await createWorld(relay.url, {
    allowed_origins: [shop.origin],
    bot: { kind: 'none' },
    attachments: { enabled: true, max_bytes: 2_000_000 },
  });
  const invited = await world.owner.post<{ dev_invite_token: string }>('/console/create/operator', {
    workspace_id: world.workspaceId,
    email,
    display_name: 'Ada',
    tenant_ids: [world.tenantId],
  });
  await register(relay.url, email, 'Ada', { invite_token: invited.data.dev_invite_token });
  shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([relay?.stop(), shop?.stop()]);
});

/** A page in a browser that is as old as the floor, and what it reports as uncaught. */
async function oldPage(
  folder: 'widget-sdk' | 'console',
): Promise<[Page, string[], BrowserContext]> {
  const context = await browser.newContext({ locale: 'fr-FR', reducedMotion: 'reduce' });
  await lowerToFloor(context, folder);
  const page = await context.newPage();
  const reported: string[] = [];
  page.on('pageerror', ({ message }) => reported.push(message));
  return [page, reported, context];
}

it('a visitor and an operator talk in the oldest browsers that are supported', async () => {
  const [visitor, visitorErrors, visitorContext] = await oldPage('widget-sdk');
  await visitor.goto(shop.url({ attributes: 'data-locale="en"' }));
  await visitor.click('.launcher');
  await visitor.fill('#chat-input', 'Is this page right? https://shop.example/parcel');
  await visitor.keyboard.press('Enter');
  await seen(visitor, 'visitor', /parcel/);
  expect(await visitor.getAttribute('.content a', 'href')).toBe('https://shop.example/parcel');
  await visitor.setInputFiles('.attach input[type=file]', textFile('receipt.txt'));
  await visitor.locator('.tray progress').waitFor({ state: 'hidden' });
  await visitor.fill('#chat-input', 'The receipt');
  await visitor.keyboard.press('Enter');
  await visitor.locator('.files .name', { hasText: 'receipt' }).waitFor();

  const [desk, deskErrors, deskContext] = await oldPage('console');
  await signInTo(desk, relay.url, { email, password: PASSWORD });
  await desk.locator('.row[data-conversation]').first().click();
  await desk.locator('.bubble', { hasText: 'receipt' }).first().waitFor();
  await desk.keyboard.press('c');
  await desk.locator('.composer textarea').fill('Yes, it is.');
  await desk.keyboard.press('Enter');
  await seen(visitor, 'agent', /Yes, it is/);
  // This menu uses the popover API in browsers that have it.
  const menu = desk.locator('[aria-haspopup=menu]').first();
  const list = desk.locator(`[id="${await menu.getAttribute('aria-controls')}"]`);
  await expect.poll(() => list.isVisible()).toBe(false);
  await menu.click();
  await expect.poll(() => list.isVisible()).toBe(true);
  await desk.keyboard.press('Escape');
  await expect.poll(() => list.isVisible()).toBe(false);

  const removed = [await visitor.evaluate(removedHere), await desk.evaluate(removedHere)];
  console.info(`deleted APIs: widget ${removed[0]}, console ${removed[1]}`);
  expect(Math.min(...removed)).toBeGreaterThan(300);
  const look = await visitor.$eval('.launcher', (launcher) => getComputedStyle(launcher).position);
  expect(look).toBe('fixed');
  expect(await violationsOf(visitor)).toEqual([]);
  expect([visitorErrors, deskErrors]).toEqual([[], []]);
  await Promise.all([visitorContext.close(), deskContext.close()]);
});
