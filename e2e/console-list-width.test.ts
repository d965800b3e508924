import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../packages/server/test/support/relay';
import { PASSWORD, register, uniqueEmail } from '../packages/server/test/support/world';
import { newConsolePage, signInTo } from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

let relay: TestRelay;
let browser: Browser;
const account = { email: uniqueEmail(), password: PASSWORD };

beforeAll(async () => {
  [relay, browser] = await Promise.all([startRelay(), launchBrowser()]);
  await register(relay.url, account.email, 'Olga Owner', { organization_name: 'La Boutique' });
});
afterAll(async () => {
  await browser?.close();
  await relay?.stop();
});

const edgeOf = (page: Page) => page.getByRole('separator', { name: 'Largeur de la liste' });
const widthOf = (page: Page): Promise<number> =>
  page.locator('.inbox > .list').evaluate((list) => list.getBoundingClientRect().width);

async function openInbox(): Promise<Page> {
  const page = await newConsolePage(browser, { viewport: { width: 1400, height: 800 } });
  await signInTo(page, relay.url, account);
  await edgeOf(page).waitFor();
  return page;
}

it('makes the list of conversations as wide as it is dragged, and remembers it', async () => {
  const page = await openInbox();
  const before = await widthOf(page);
  const edge = await edgeOf(page).boundingBox();
  const x = (edge?.x ?? 0) + 4;
  await page.mouse.move(x, 300);
  await page.mouse.down();
  await page.mouse.move(x + 60, 310, { steps: 3 });
  await page.mouse.up();
  expect(await widthOf(page)).toBe(before + 60);
  await page.reload();
  await edgeOf(page).waitFor();
  expect(await widthOf(page)).toBe(before + 60);

  await edgeOf(page).dblclick();
  await expect.poll(() => widthOf(page)).toBe(before);
  await page.context().close();
});

it('moves the edge of the list by arrow keys, and says how wide the list is', async () => {
  const page = await openInbox();
  const before = await widthOf(page);
  const said = async (): Promise<number> =>
    Number(await edgeOf(page).getAttribute('aria-valuenow'));
  await edgeOf(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => widthOf(page)).toBe(before + 24);
  await expect.poll(said).toBe(before + 24);
  await page.keyboard.press('End');
  await expect.poll(said).toBe(Number(await edgeOf(page).getAttribute('aria-valuemax')));
  await page.keyboard.press('Home');
  await expect.poll(said).toBe(Number(await edgeOf(page).getAttribute('aria-valuemin')));
  await page.keyboard.press('Enter');
  await expect.poll(() => widthOf(page)).toBe(before);
  await page.context().close();
});

it('leaves the conversation three fifths of a small window, however wide the list was', async () => {
  const page = await openInbox();
  await edgeOf(page).focus();
  await page.keyboard.press('End');
  await page.setViewportSize({ width: 1000, height: 700 });
  const share = () =>
    page
      .locator('.inbox')
      .evaluate((inbox) => (inbox.firstElementChild?.clientWidth ?? 0) / inbox.clientWidth);
  await expect.poll(share).toBeLessThanOrEqual(0.4);
  await page.context().close();
});
