import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startScriptedRelay,
  type ScriptedRelay,
} from '../packages/widget-sdk/test/support/scripted-relay';
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

/** The panel of a page in which this ran first, and what the page reported as uncaught. */
async function open(
  prepare: () => void,
  init = {},
): Promise<{ page: Page; relay: ScriptedRelay; reported: string[] }> {
  const relay = await startScriptedRelay();
  shop.serve({ baseUrl: relay.url, tenantId: 'tenant', publicKey: 'pk_test' });
  const page = await browser.newPage();
  const reported: string[] = [];
  page.on('pageerror', ({ message }) => reported.push(message));
  await page.addInitScript(prepare);
  await page.goto(shop.url(init));
  await page.click('.launcher');
  await expect.poll(() => relay.connections.length).toBe(1);
  return { page, relay, reported };
}

it('shows a link in a browser without URL.canParse', async () => {
  const { page, relay, reported } = await open(() => void Reflect.deleteProperty(URL, 'canParse'));
  relay.say('See https://shop.example/help.', 'agent');
  relay.say('And this.', 'agent');
  await seen(page, 'agent', /And this/);
  expect(await page.getAttribute('.content a', 'href')).toBe('https://shop.example/help');
  expect(reported).toEqual([]);
  await page.close();
});

it('shows every message when one cannot be drawn', async () => {
  const { page, relay, reported } = await open(() => {
    const write = Date.prototype.toLocaleTimeString;
    let calls = 0;
    Date.prototype.toLocaleTimeString = function (this: Date, ...given) {
      calls += 1;
      if (calls === 1) throw new RangeError('no such calendar');
      return write.apply(this, given as []);
    };
  });
  relay.say('The first.', 'agent');
  relay.say('The second.', 'agent');
  await seen(page, 'agent', /The first/);
  await seen(page, 'agent', /The second/);
  expect(reported[0]).toBe('no such calendar');
  await page.fill('#chat-input', 'Thank you');
  await page.keyboard.press('Enter');
  await seen(page, 'visitor', /Thank you/);
  await page.close();
});

it('works where storage, channels and locks are refused', async () => {
  const { page, relay, reported } = await open(() => {
    const refuse = {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel'])
      Object.defineProperty(globalThis, name, refuse);
    Object.defineProperty(Navigator.prototype, 'locks', refuse);
  });
  await page.fill('#chat-input', 'Hello');
  await page.keyboard.press('Enter');
  await seen(page, 'visitor', /Hello/);
  relay.say('Welcome.', 'agent');
  await seen(page, 'agent', /Welcome/);
  expect(reported).toEqual([]);
  await page.close();
});

it('makes the other calls of a page when one of them throws', async () => {
  const { page, relay, reported } = await open(
    () => {
      const calls = [
        ['setLocale', Symbol('wrong')],
        ['send', 'Sent by the page'],
      ];
      Object.assign(globalThis, {
        CRS: {
          q: calls,
          push(...call: unknown[]) {
            calls.push(call as never);
          },
        },
      });
    },
    { strings: { title: 7 } },
  );
  await seen(page, 'visitor', /Sent by the page/);
  expect(reported).toEqual([expect.stringContaining('Symbol')]);
  relay.say('Heard.', 'agent');
  await seen(page, 'agent', /Heard/);
  await page.close();
});

it('reports what a listener of the page throws, and calls the others', async () => {
  const { page, relay, reported } = await open(() => undefined);
  await page.evaluate(() => {
    const { chat } = document.querySelector('chat-relay-widget')!;
    chat!.on('message', () => {
      throw new Error('a fault of the page');
    });
    chat!.on('message', ({ content }) => void (document.title = content));
  });
  relay.say('For all of them.', 'agent');
  await seen(page, 'agent', /For all of them/);
  await expect.poll(() => page.title()).toBe('For all of them.');
  expect(reported).toEqual(['a fault of the page']);
  await page.close();
});
