import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startScriptedRelay,
  type Peer,
  type ScriptedRelay,
} from '../packages/widget-sdk/test/support/scripted-relay';
import { launchBrowser, linesOf, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';

/** A relay that does on demand what networks and servers rarely do, and a page with a strict policy. */
describe('a visitor in a browser survives', () => {
  let shop: WidgetPage;
  let browser: Browser;
  let context: BrowserContext;
  let relay: ScriptedRelay;

  beforeAll(async () => {
    [shop, browser] = await Promise.all([startWidgetPage(), launchBrowser({ isComplete: true })]);
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

  /** Replaces `Math.random`: 0 reconnects at once, 0.99 as late as allowed. */
  const drawing = (luck: number) =>
    context.addInitScript((value) => {
      Math.random = () => value;
    }, luck);

  async function visit(init?: Record<string, unknown>): Promise<Page> {
    const page = await context.newPage();
    await page.goto(shop.url(init));
    await page.waitForSelector('.launcher');
    return page;
  }

  async function open(init?: Record<string, unknown>): Promise<Page> {
    const page = await visit(init);
    await page.click('.launcher');
    return page;
  }

  const statusOf = (page: Page) =>
    page.evaluate(() => document.querySelector('chat-relay-widget')?.chat?.getState().status);
  const online = (page: Page) => expect.poll(() => statusOf(page)).toBe('online');
  const textsOf = async (page: Page) => (await linesOf(page)).map(({ content }) => content);
  const contents = () => relay.messages.map(({ content }) => content);

  async function say(page: Page, text: string): Promise<void> {
    await page.fill('#chat-input', text);
    await page.press('#chat-input', 'Enter');
  }

  it('three tabs refresh once when all tokens are invalid after an outage', async () => {
    await drawing(0);
    const tabs = await Promise.all([open(), open(), open()]);
    for (const tab of tabs) await online(tab);
    expect(relay.count('create/visitor-session')).toBe(1);

    relay.voidTokens = relay.tokens;
    relay.store('missed');
    for (const { socket } of relay.connections) socket.terminate();
    for (const tab of tabs) await seen(tab, 'bot', /missed/);
    for (const tab of tabs) expect(await textsOf(tab)).toEqual(['missed']);
    expect(relay.count('refresh/visitor-token')).toBe(1);
    expect(relay.count('create/visitor-session')).toBe(1);
  });

  it('three tabs make one session with a slow storage', async () => {
    await context.addInitScript(() => {
      const { getItem, setItem } = Storage.prototype;
      const own = new Set<string>();
      const writesOf = (key: string): { at: number; value: string }[] =>
        JSON.parse(getItem.call(localStorage, `writes of ${key}`) ?? '[]');
      Storage.prototype.setItem = function store(key, value) {
        own.add(value);
        const writes = [...writesOf(key), { at: Date.now(), value }];
        setItem.call(this, `writes of ${key}`, JSON.stringify(writes));
        setItem.call(this, key, value);
      };
      // Makes another tab's writes visible after 300 ms and without an event.
      Storage.prototype.getItem = function read(key) {
        const value = getItem.call(this, key);
        if (value === null || own.has(value)) return value;
        return writesOf(key).findLast(({ at }) => Date.now() - at >= 300)?.value ?? null;
      };
      window.addEventListener('storage', (event) => event.stopImmediatePropagation());
    });
    const tabs = await Promise.all([visit(), visit(), visit()]);
    await Promise.all(tabs.map((tab) => tab.click('.launcher')));
    for (const tab of tabs) await online(tab);
    expect(relay.count('create/visitor-session')).toBe(1);
  });

  it('after 4401 three times, creates another session for waiting messages', async () => {
    await drawing(0.01);
    relay.scripts.push(...[1, 2, 3].map(() => (peer: Peer) => peer.close(4401)));
    const page = await open();
    await say(page, 'still here');
    await seen(page, 'visitor', /still here/);
    expect(relay.count('create/visitor-session')).toBe(2);
    expect(contents()).toEqual(['still here']);
  });

  it('after 4404, keeps the outbox for the next session', async () => {
    const page = await open();
    await online(page);
    relay.deaf.push('msg');
    await say(page, 'not stored yet');
    await expect.poll(() => relay.framesOf('msg').length).toBe(1);
    relay.current().close(4404);
    await seen(page, 'visitor', /not stored yet/);
    expect(relay.count('create/visitor-session')).toBe(2);
    expect(contents()).toEqual(['not stored yet']);
    const [first, again] = relay.framesOf('msg');
    expect(again?.client_msg_id).toBe(first?.client_msg_id);
  });

  it.each([
    ['accepts and closes', (peer: Peer) => peer.close(1011)],
    [
      'welcomes and closes',
      (peer: Peer) => {
        peer.serve();
        peer.close(1011);
      },
    ],
  ])('a relay that %s for ever, with attempts that follow the back-off', async (_, script) => {
    const luck = 0.1;
    await drawing(luck);
    const times: number[] = [];
    relay.fallback = (peer) => {
      times.push(Date.now());
      script(peer);
    };
    const page = await open();
    await page.fill('#chat-input', 'typed meanwhile');
    await expect.poll(() => times.length, { timeout: 10_000 }).toBe(5);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(luck * 2000 * 2 ** index - 10);
    }
    expect(await page.inputValue('#chat-input')).toBe('typed meanwhile');
  });

  it('after a pageshow, replaces a socket that only claims to be open', async () => {
    await context.clock.install();
    const page = await open();
    await online(page);
    relay.current().mute();
    relay.store('missed');
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await expect.poll(() => relay.framesOf('ping').length).toBe(1);
    await page.clock.fastForward(4000);
    await seen(page, 'bot', /missed/);
    expect(relay.connections).toHaveLength(2);
  });

  it('continues after a stay in the back/forward cache', async () => {
    const page = await open();
    await online(page);
    await say(page, 'before');
    await seen(page, 'visitor', /before/);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await page.goto(`${shop.origin}/elsewhere`);
    relay.store('missed');
    // A page that comes out of the cache doesn't load again.
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    await seen(page, 'bot', /missed/);
    await say(page, 'after');
    await seen(page, 'visitor', /after/);
    expect(await textsOf(page)).toEqual(['before', 'missed', 'after']);
  });

  it.each([
    ['sleeps through ten minutes', (page: Page) => page.clock.fastForward(600_000)],
    ['is set ten minutes ahead', (page: Page) => page.clock.setSystemTime(Date.now() + 600_000)],
    ['is set ten minutes back', (page: Page) => page.clock.setSystemTime(Date.now() - 600_000)],
  ])('a clock that %s', async (_, jump) => {
    await context.clock.install();
    relay.tokenLifeMs = 900_000;
    const page = await open();
    await online(page);
    await say(page, 'before');
    await seen(page, 'visitor', /before/);
    await jump(page);
    relay.say('meanwhile');
    await say(page, 'after');
    await seen(page, 'visitor', /after/);
    await seen(page, 'bot', /meanwhile/);
    expect(await textsOf(page)).toEqual(contents());
    expect(contents().toSorted()).toEqual(['after', 'before', 'meanwhile']);
    expect(relay.count('create/visitor-session')).toBe(1);
    expect(relay.count('refresh/visitor-token')).toBeLessThanOrEqual(1);
  });

  it.each([
    [
      'locks that throw',
      () => {
        LockManager.prototype.request = () => {
          throw new DOMException('denied', 'SecurityError');
        };
      },
    ],
    [
      'no locks at all',
      () => {
        Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
      },
    ],
    [
      'a storage whose quota is full',
      () => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function store(key, value) {
          if (value.length > 20) throw new DOMException('full', 'QuotaExceededError');
          setItem.call(this, key, value);
        };
      },
    ],
    [
      'channels that throw',
      () => {
        globalThis.BroadcastChannel = class {
          constructor() {
            throw new DOMException('denied', 'SecurityError');
          }
        } as unknown as typeof BroadcastChannel;
      },
    ],
  ])('%s', async (_, spoil) => {
    await context.addInitScript(spoil);
    await drawing(0);
    const page = await open();
    await say(page, 'one');
    await seen(page, 'visitor', /one/);
    relay.current().socket.terminate();
    await say(page, 'two');
    await seen(page, 'visitor', /two/);
    expect(contents()).toEqual(['one', 'two']);
    expect(relay.count('create/visitor-session')).toBe(1);
  });

  it('keeps half-typed text over a reload, in its tab alone', async () => {
    const page = await open();
    await page.fill('#chat-input', 'half of a');
    await page.reload();
    await page.click('.launcher');
    expect(await page.inputValue('#chat-input')).toBe('half of a');
    const other = await open();
    expect(await other.inputValue('#chat-input')).toBe('');

    await say(page, 'the whole of it');
    await page.reload();
    await page.click('.launcher');
    await seen(page, 'visitor', /the whole of it/);
    expect(await page.inputValue('#chat-input')).toBe('');

    await page.fill('#chat-input', 'of a person who logs out');
    await page.evaluate(() => document.querySelector('chat-relay-widget')?.chat?.reset());
    expect(await page.inputValue('#chat-input')).toBe('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('logs out');
  });

  it('works in a page that allows no storage', async () => {
    const page = await open({ persistence: 'none' });
    await say(page, 'sent');
    await seen(page, 'visitor', /sent/);
    await page.fill('#chat-input', 'typed');
    const written = () => page.evaluate(() => localStorage.length + sessionStorage.length);
    expect(await written()).toBe(0);
  });

  it("ends a chat and keeps the visitor's identity", async () => {
    const page = await open();
    await page.evaluate(() =>
      document
        .querySelector('chat-relay-widget')
        ?.identify({ userId: 'u1', userSignature: 'a'.repeat(64) }),
    );
    await say(page, 'of the first session');
    await seen(page, 'visitor', /first/);
    await page.click('.tool.end');
    await page.click('.choice .primary:visible');
    await expect.poll(() => linesOf(page)).toEqual([]);
    await say(page, 'of the second session');
    await seen(page, 'visitor', /second/);
    expect(relay.count('end/visitor-session')).toBe(1);
    expect(relay.count('identify/visitor')).toBe(2);
    expect(relay.requests.findLast(({ path }) => path === 'identify/visitor')?.token).toMatch(
      /^vs_2/,
    );
  });

  it('works under a nonce-only CSP with Trusted Types', async () => {
    const page = await open();
    await say(page, 'see https://shop.example/returns');
    await seen(page, 'visitor', /returns/);
    for (const [locale, label] of [
      ['ar', 'rtl'],
      ['en', 'ltr'],
    ] as const) {
      await page.evaluate(
        (next) => document.querySelector('chat-relay-widget')?.setLocale(next),
        locale,
      );
      await expect.poll(() => page.getAttribute('.root', 'dir')).toBe(label);
    }
    // A blocked `innerHTML` proves that the policy is in force.
    const isBlocked = await page.evaluate(() => {
      try {
        document.createElement('div').innerHTML = '<b>x</b>';
        return false;
      } catch {
        return true;
      }
    });
    expect(isBlocked).toBe(true);
    await page.evaluate(() =>
      (globalThis as unknown as { violations: string[] }).violations.shift(),
    );
  });
});
