import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConversationStatus } from '../packages/widget-sdk/src/frames';
import {
  startScriptedRelay,
  type ScriptedRelay,
} from '../packages/widget-sdk/test/support/scripted-relay';
import { focused, launchBrowser, linesOf, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';

const FIELD = 'Votre message';

describe('reading and writing in the panel', () => {
  let shop: WidgetPage;
  let browser: Browser;
  let context: BrowserContext;
  let relay: ScriptedRelay;

  beforeAll(async () => {
    [shop, browser] = await Promise.all([startWidgetPage(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    relay = await startScriptedRelay();
    shop.serve({ baseUrl: relay.url, tenantId: 'tenant', publicKey: 'pk_test' });
  });
  afterEach(async () => {
    for (const page of context.pages()) expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  async function open(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(shop.url());
    await page.click('.launcher');
    await expect.poll(() => stateOf(page, 'status')).toBe('online');
    return page;
  }

  const stateOf = (page: Page, key: 'status' | 'unread') =>
    page.evaluate(
      (name) => document.querySelector('chat-relay-widget')?.chat?.getState()[name],
      key,
    );
  /** Scrolls, and waits until the page notices it, with the next frame. */
  const scrollTop = (page: Page, top: number) =>
    page.$eval(
      '.log',
      (log, to) =>
        new Promise((resolve) => {
          log.addEventListener('scroll', resolve, { once: true });
          log.scrollTo(0, to);
        }).then(() => undefined),
      top,
    );

  /** Distance in CSS pixels to the end of the list. */
  const leftBelow = (page: Page) =>
    page.$eval('.log', (log) => log.scrollHeight - log.scrollTop - log.clientHeight);

  async function say(page: Page, text: string): Promise<void> {
    await page.fill('#chat-input', text);
    await page.press('#chat-input', 'Enter');
  }

  function become(status: ConversationStatus, peer = relay.current()) {
    peer.send({
      type: 'status',
      conversation: {
        conversation_id: 'c1',
        status,
        operator_display_name: null,
        queue_position: null,
      },
    });
  }

  /** Writes something that the relay refuses permanently. */
  async function fail(page: Page, text: string): Promise<void> {
    const sent = relay.framesOf('msg').length;
    relay.deaf.push('msg');
    await say(page, text);
    await expect.poll(() => relay.framesOf('msg').length).toBe(sent + 1);
    const { client_msg_id } = relay.framesOf('msg')[sent] ?? {};
    relay
      .current()
      .send({ type: 'error', code: 'content_too_long', client_msg_id, retryable: false });
    await expect.poll(() => page.isVisible('.failed .actions')).toBe(true);
  }

  it('counts nothing as read while the page hides the widget', async () => {
    const page = await open();
    await page.evaluate(() => document.querySelector('chat-relay-widget')?.hide());
    relay.say('can you see me?');
    await seen(page, 'bot', /see me/);
    expect(await stateOf(page, 'unread')).toBe(1);
    await page.evaluate(() => document.querySelector('chat-relay-widget')?.show());
    await expect.poll(() => stateOf(page, 'unread')).toBe(0);
  });

  it('keeps the end in view though something opens below it in the same moment', async () => {
    for (let n = 1; n <= 40; n += 1) relay.store(`line ${n}`);
    const page = await open();
    await seen(page, 'bot', /^line 40$/);
    for (const status of ['ASSIGNED', 'RESOLVED', 'ASSIGNED', 'RESOLVED'] as const) {
      relay.say(status, 'system');
      become(status);
      await expect
        .poll(() => page.isVisible('text=Nouvelle conversation'))
        .toBe(status === 'RESOLVED');
      await expect.poll(() => leftBelow(page)).toBeLessThan(2);
    }
  });

  it('keeps the end in view though things close and open below it within one frame', async () => {
    for (let n = 1; n <= 40; n += 1) relay.store(`line ${n}`);
    const page = await open();
    await seen(page, 'bot', /^line 40$/);
    for (let n = 1; n <= 15; n += 1) {
      relay.say(`resolved ${n}`, 'system');
      become('RESOLVED');
      await expect.poll(() => page.isVisible('text=Nouvelle conversation')).toBe(true);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      become('ASSIGNED');
      become('RESOLVED');
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      become('ASSIGNED');
      await expect.poll(() => page.isVisible('text=Nouvelle conversation')).toBe(false);
      await expect.poll(() => leftBelow(page), { timeout: 2_000 }).toBeLessThan(2);
    }
  });

  it('leads down to messages that came while the visitor read further up', async () => {
    for (let n = 1; n <= 40; n += 1) relay.store(`line ${n}`);
    const page = await open();
    await seen(page, 'bot', /^line 40$/);
    await scrollTop(page, 200);
    expect(await page.isVisible('.news')).toBe(false);
    relay.say('line 41');
    await expect.poll(() => page.isVisible('.news button')).toBe(true);
    expect(await page.textContent('.news button')).toMatch(/Nouveaux messages.*1/);
    await page.click('.news button');
    expect(await page.isVisible('.news button')).toBe(false);
    expect(await stateOf(page, 'unread')).toBe(0);
    expect(await focused(page)).toBe(FIELD);
  });

  it('keeps what is typed over the end of a chat, and drops it on a logout', async () => {
    relay.store('first');
    const [page, other] = [await open(), await open()];
    for (const tab of [page, other]) await seen(tab, 'bot', /first/);
    await other.fill('#chat-input', 'typed in the other tab');
    await page.fill('#chat-input', 'typed');
    become('RESOLVED', relay.connections[0]);
    await page.click('text=Nouvelle conversation');
    for (const tab of [page, other]) await expect.poll(() => linesOf(tab)).toEqual([]);
    expect(await page.inputValue('#chat-input')).toBe('typed');
    expect(await other.inputValue('#chat-input')).toBe('typed in the other tab');

    await page.evaluate(() => document.querySelector('chat-relay-widget')?.chat?.reset());
    for (const tab of [page, other]) {
      await expect.poll(() => tab.inputValue('#chat-input')).toBe('');
    }
  });

  it('sends nothing into a chat that is ending', async () => {
    const page = await open();
    await say(page, 'first');
    await seen(page, 'visitor', /first/);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/end/visitor-session', async (route) => {
      await held;
      await route.continue();
    });
    await page.click('.tool.end');
    await page.click('text="Terminer"');
    await expect.poll(() => page.textContent('.banner')).toMatch(/Fin de la discussion/);
    expect(await focused(page)).toBe(FIELD);
    await say(page, 'written meanwhile');
    expect(await page.isDisabled('.send')).toBe(true);
    expect(await page.isVisible('.choice')).toBe(false);
    await page.click('.tool.end');
    expect(await page.isVisible('.choice')).toBe(false);

    await page.focus('#chat-input');
    release();
    await expect.poll(() => linesOf(page)).toEqual([]);
    await expect.poll(() => page.textContent('.banner')).toBe('');
    expect(relay.framesOf('msg').map(({ content }) => content)).toEqual(['first']);
    expect(await focused(page)).toBe(FIELD);
    await page.press('#chat-input', 'Enter');
    await seen(page, 'visitor', /written meanwhile/);
  });

  it('never drops the focus with the control that had it', async () => {
    relay.maxReplay = 40;
    // More than one page of history, so that a slow browser has not loaded all of it before the check.
    for (let n = 1; n <= 200; n += 1) relay.store(`line ${n}`);
    const page = await open();
    await expect.poll(() => page.isVisible('.older')).toBe(true);
    await page.focus('.older');
    await expect
      .poll(async () => {
        await page.keyboard.press('Enter');
        return page.isVisible('.older');
      })
      .toBe(false);
    expect(await focused(page)).toBe('Messages');

    await fail(page, 'refused');
    await page.focus('.failed .actions button:first-child');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(FIELD);
    await seen(page, 'visitor', /refused/);

    await fail(page, 'refused too');
    await page.focus('.failed .actions button:last-child');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.isVisible('.failed')).toBe(false);
    expect(await focused(page)).toBe(FIELD);
  });

  it('asks no question once the chat is over', async () => {
    const page = await open();
    await say(page, 'first');
    await seen(page, 'visitor', /first/);
    await page.click('.tool.end');
    expect(await focused(page)).toBe('Annuler');
    become('RESOLVED');
    await expect.poll(() => page.isVisible('text="Terminer"')).toBe(false);
    expect(await focused(page)).toBe(FIELD);
    await page.click('.tool.end');
    await expect.poll(() => linesOf(page)).toEqual([]);
  });

  it('withdraws the question on Escape and when the panel closes', async () => {
    const page = await open();
    await say(page, 'first');
    await page.click('.tool.end');
    await page.keyboard.press('Escape');
    expect(await page.isVisible('.choice')).toBe(false);
    expect(await focused(page)).toBe(FIELD);
    await page.click('.tool.end');
    await page.evaluate(() => {
      document.querySelector('chat-relay-widget')?.close();
      document.querySelector('chat-relay-widget')?.open();
    });
    expect(await page.isVisible('.choice')).toBe(false);
    await page.click('.tool.end');
    await page.evaluate(() => document.querySelector('chat-relay-widget')?.hide());
    await expect
      .poll(() => page.$eval('.choice', (choice) => choice.matches('[hidden]')))
      .toBe(true);
  });

  it('leaves Enter to a word that is being composed, where Safari says so by number', async () => {
    const page = await open();
    await page.fill('#chat-input', 'にほん');
    await page.dispatchEvent('#chat-input', 'keydown', { key: 'Enter', keyCode: 229 });
    expect(await page.inputValue('#chat-input')).toBe('にほん');
    await page.press('#chat-input', 'Enter');
    await seen(page, 'visitor', /にほん/);
  });

  it('reports once that a message is too long', async () => {
    const page = await open();
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const root = document.querySelector('chat-relay-widget')?.shadowRoot;
      for (const alert of root?.querySelectorAll('[role=alert]') ?? []) {
        new MutationObserver(() => said.push(alert.textContent ?? '')).observe(alert, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      }
    });
    await page.fill('#chat-input', 'x'.repeat(4000));
    await page.locator('#chat-input').pressSequentially('yyy');
    expect(await page.textContent('.note')).toMatch(/\b3$/);
    expect(await page.getAttribute('#chat-input', 'aria-invalid')).toBe('true');
    const described = await page.getAttribute('#chat-input', 'aria-describedby');
    expect(await page.getAttribute('.note', 'id')).toBe(described);
    expect(await page.evaluate('said')).toHaveLength(1);
    await page.fill('#chat-input', 'short');
    expect(await page.getAttribute('#chat-input', 'aria-invalid')).toBe(null);
  });

  it('calls yesterday by its name after midnight', async () => {
    await context.clock.install();
    const page = await open();
    await say(page, 'before midnight');
    await seen(page, 'visitor', /midnight/);
    const days = () =>
      page.$$eval('.day', (lines) =>
        lines.filter((day) => day.checkVisibility()).map((day) => day.textContent),
      );
    expect(await days()).toEqual(['Aujourd’hui']);
    await context.clock.setFixedTime(Date.now() + 24 * 3_600_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(await days()).toEqual([expect.not.stringMatching(/Aujourd/)]);
  });

  it('sends what the relay can take, without the blank lines around it', async () => {
    const page = await open();
    await say(page, '\n \n  bon\u0007jour\ttoi  \n\n');
    await seen(page, 'visitor', /bonjour/);
    await say(page, '\n\u0007\n');
    expect(relay.framesOf('msg').map(({ content }) => content)).toEqual(['  bonjour\ttoi']);
  });
});
