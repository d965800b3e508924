import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ANSWER, answerIn, conversationIn, said, send, sendUnsent, textsOf } from './actions';
import { SITES } from './sites';
import { LINKED, startPagesStage, type PagesStage } from './stage';

const TYPED = 'Singing bowls, e.g. no. 7/8?';
const DRAFT = 'Half a sentence';
const LINES = 'a line of a long message\n'.repeat(60);

let stage: PagesStage;
let context: BrowserContext;
/** Errors that the visited pages have logged, such as failed hydrations. */
const errors: string[] = [];

beforeAll(async () => {
  stage = await startPagesStage();
}, 120_000);
afterAll(() => stage?.stop());
afterEach(async () => {
  await context?.close();
  expect(errors.splice(0)).toEqual([]);
});

async function visit(address: string): Promise<Page> {
  context = await stage.browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await page.goto(address);
  return page;
}

const sitesThat = (are: 'isRouted' | 'isReplacing') =>
  Object.keys(SITES).filter((name) => SITES[name]?.[are]);

it.each(Object.keys(SITES))(
  'opens, takes what is typed, scrolls, sends and is answered on a page with %s',
  async (name) => {
    const page = await visit(stage.address(name));
    await page.click('.launcher');
    await page.click('#chat-input');
    await page.keyboard.type(TYPED);
    expect(await page.inputValue('#chat-input')).toBe(TYPED);
    await page.keyboard.press('Enter');
    await said(page, 'visitor', TYPED).waitFor();

    await page.fill('#chat-input', LINES);
    await page.press('#chat-input', 'Enter');
    await said(page, 'visitor', 'a line').waitFor();
    await answerIn(stage.relay.operator.api, page);
    await said(page, 'agent', ANSWER).waitFor();

    const log = page.locator('#chat-messages').locator('..');
    const top = () =>
      page.evaluate(() => {
        const root = document.querySelector('chat-relay-widget')?.shadowRoot;
        let element = root?.querySelector('#chat-messages') ?? null;
        while (element && element.scrollHeight - element.clientHeight < 2)
          element = element.parentElement;
        return element?.scrollTop ?? -1;
      });
    const before = await top();
    await log.hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(top).toBeLessThan(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  },
);

it.each(sitesThat('isReplacing'))(
  'sends after a reload what was not sent before on a page with %s',
  async (name) => {
    const page = await visit('about:blank');
    await page.route('**/api/v1/create/visitor-session', (route) => route.abort());
    await page.goto(stage.address(name));
    await page.click('.launcher');
    await page.fill('#chat-input', TYPED);
    await page.press('#chat-input', 'Enter');
    await said(page, 'visitor', TYPED).waitFor();
    await page.unrouteAll();
    errors.splice(0); // the browser's own about these requests
    await page.reload();
    await page.click('.launcher');
    await said(page, 'visitor', TYPED).waitFor();
    await expect.poll(() => conversationIn(page)).toBeTruthy();
    await answerIn(stage.relay.operator.api, page);
    await said(page, 'agent', ANSWER).waitFor();
  },
);

it.each(sitesThat('isRouted'))(
  'stays open with thread and draft through the visits of %s',
  async (name) => {
    const page = await visit(stage.address(name));
    await page.evaluate(() => document.documentElement.setAttribute('data-loaded', 'once'));
    await page.click('.launcher');
    await page.fill('#chat-input', TYPED);
    await page.press('#chat-input', 'Enter');
    await said(page, 'visitor', TYPED).waitFor();
    await page.fill('#chat-input', DRAFT);

    const arrive = async (title: string) => {
      await page.locator('h1', { hasText: title }).waitFor();
      expect(await page.getAttribute('html', 'data-loaded')).toBe('once');
      expect(await page.locator('chat-relay-widget').count()).toBe(1);
      expect(await said(page, 'visitor', TYPED).isVisible()).toBe(true);
      expect(await page.inputValue('#chat-input')).toBe(DRAFT);
    };
    await page.click('#other');
    await arrive('Cart');
    await page.goBack();
    await arrive('Bowls');
    await page.goForward();
    await arrive('Cart');

    await page.press('#chat-input', 'Enter');
    await said(page, 'visitor', DRAFT).waitFor();
    await answerIn(stage.relay.operator.api, page);
    await said(page, 'agent', ANSWER).waitFor();
  },
);

it.each(['before', 'after'])(
  'keeps nothing of the visitor in two tabs of a page that clears its storage %s a reset',
  async (when) => {
    const address = stage.address('a tag manager');
    const one = await visit(address);
    await send(one, 'of the first visitor');
    const two = await context.newPage();
    await two.goto(address);
    await two.click('.launcher');
    await said(two, 'visitor', 'of the first visitor').waitFor();
    await expect.poll(() => conversationIn(one)).toBeTruthy();
    const first = await conversationIn(one);

    await context.setOffline(true);
    const outcomes = [await sendUnsent(one, 'of one'), await sendUnsent(two, 'of two')];
    const stored = () => two.evaluate(() => JSON.stringify(localStorage));
    expect(await stored()).toMatch(/unsent of one.*unsent of two/);
    await one.evaluate((isBefore) => {
      if (isBefore) localStorage.clear();
      document.querySelector('chat-relay-widget')?.chat?.reset();
      if (!isBefore) localStorage.clear();
    }, when === 'before');
    for (const page of [one, two])
      await expect.poll(() => said(page, 'visitor', '').count()).toBe(0);
    for (const outcome of outcomes) expect(await outcome()).toBe('reset');

    await context.setOffline(false);
    await Promise.all([one.reload(), two.reload()]);
    await send(two, 'of the next visitor');
    await expect.poll(() => conversationIn(two)).toBeTruthy();
    const next = await conversationIn(two);
    expect(await stored()).not.toContain('unsent');
    expect(next).not.toBe(first);
    expect(await textsOf(stage.relay.operator.api, first)).toEqual(['of the first visitor']);
    expect(await textsOf(stage.relay.operator.api, next)).toEqual(['of the next visitor']);
    errors.splice(0); // the browser's own about requests without a network
  },
);

it.each(Object.keys(SITES))('continues by a mailed link on a page with %s', async (name) => {
  const page = await visit(stage.mailedLink(name));
  await page.getByRole('button', { name: 'Continue here' }).click();
  await said(page, 'agent', LINKED).waitFor();
  await expect.poll(() => page.url()).not.toContain('relay=');
  expect(await page.getByRole('button', { name: 'Continue here' }).isVisible()).toBe(false);
});

it('says in the browser’s console what is missing without ids', async () => {
  const page = await visit('about:blank');
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(`${stage.address('a tag manager')}without-ids`);
  await expect.poll(() => lines.filter((line) => line.startsWith('chat-relay:'))).toHaveLength(1);
  expect(lines.join()).toContain('data-tenant');
});
