import { userSignature } from '@chat-relay/receiver-sdk';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addOperator,
  createWorld,
  type World,
  type WorldOperator,
} from '../packages/server/test/support/world';
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from '../packages/server/test/support/callback-receiver';
import { focused, launchBrowser, linesOf, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { XSS_PAYLOADS } from './support/widget-payloads';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

const FAQ = [{ questions: ['Quels sont vos délais de livraison ?'], answer: 'En trois jours.' }];

describe('the widget that a relay serves, in a browser', () => {
  let relay: MortalRelay;
  let backend: CallbackReceiver;
  let shop: WidgetPage;
  let world: World;
  let operator: WorldOperator;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    [relay, shop, browser] = await Promise.all([
      startMortalRelay(),
      // All tests use this page, whose hostile style must not reach the widget.
      startWidgetPage({ isServed: true, isTwice: true, isHostile: true }),
      launchBrowser(),
    ]);
    backend = await startCallbackReceiver({ secretsFor: () => [world.tenantSecret] });
    world = await createWorld(relay.url, {
      callback_url_base: backend.url,
      tenant_name: 'Atelier Terre',
      allowed_origins: [shop.origin],
      bot: { kind: 'builtin', faq: FAQ },
    });
    operator = await addOperator(relay.url, world, 'Inès Moreau');
    await operator.api.post('/console/set/presence', { status: 'online' });
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([relay?.stop(), shop?.stop()]);
    await backend?.close();
  });

  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(async () => {
    // Every page has the documented script tag, `default-src 'none'`, the documented policy and Trusted Types.
    for (const page of context.pages()) expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

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

  async function say(page: Page, text: string): Promise<void> {
    await page.fill('#chat-input', text);
    await page.press('#chat-input', 'Enter');
  }

  async function claimOnly(): Promise<string> {
    const { data } = await operator.api.get<{ conversations: { conversation_id: string }[] }>(
      `/console/fetch/conversations?tenant_id=${world.tenantId}&status=WAITING`,
    );
    const conversationId = data.conversations[0]?.conversation_id;
    if (conversationId === undefined) throw new Error('no visitor waits');
    await operator.api.post('/console/claim/conversation', { conversation_id: conversationId });
    return conversationId;
  }

  function answer(conversationId: string, id: string, content: string) {
    return operator.api.post('/console/send/message', {
      conversation_id: conversationId,
      client_msg_id: id,
      content,
    });
  }

  it('does the whole job by keyboard alone', async () => {
    const page = await visit();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Ouvrir la discussion');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Votre message');
    await page.keyboard.type('Quels sont vos délais de livraison ?');
    await page.keyboard.press('Enter');
    await seen(page, 'bot', /trois jours/);

    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Parler à une personne');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.textContent('#chat-status')).toMatch(/attente.*1/);
    const conversationId = await claimOnly();
    await answer(conversationId, 'k-1', 'Bonjour !');
    await seen(page, 'agent', /Bonjour/);
    await expect.poll(() => page.textContent('#chat-status')).toBe('Inès Moreau vous répond');
    expect(await focused(page)).toBe('Votre message');

    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Ouvrir la discussion');
    await answer(conversationId, 'k-2', 'Encore moi.');
    await expect.poll(() => page.textContent('.badge')).toBe('1');
    expect(await focused(page)).toBe('Ouvrir la discussion, messages non lus\u00a0: 1');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.isVisible('.badge')).toBe(false);

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Terminer la discussion');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Annuler');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => linesOf(page)).toEqual([]);
    expect(await focused(page)).toBe('Votre message');
  });

  it('still says after a reload that an operator has read the last message', async () => {
    const page = await open();
    await page.click('.person');
    await say(page, 'Vous me lisez ?');
    await seen(page, 'visitor', /me lisez/);
    const conversation_id = await claimOnly();
    await operator.api.post('/console/read/conversation', { conversation_id, seq: 100 });
    const progress = page.locator('.log .meta', { hasText: /· Lu$/ });
    await progress.waitFor();
    await page.reload();
    await page.click('.launcher');
    await progress.waitFor();
    await operator.api.post('/console/resolve/conversation', { conversation_id });
  });

  it('announces new remote messages only', async () => {
    const page = await open();
    await say(page, 'Quels sont vos délais de livraison ?');
    await seen(page, 'bot', /trois jours/);
    const said = () => page.$$eval('.live p', (lines) => lines.map((p) => p.textContent));
    expect(await said()).toEqual(['Assistant automatique: En trois jours.']);
    await page.reload();
    await expect.poll(async () => (await linesOf(page)).length).toBe(2);
    expect(await said()).toEqual([]);
  });

  it('delivers five messages once and in order, over two seconds without a relay', async () => {
    // Comes back early in each wait of the back-off, so that the test needn't wait for a late one.
    await context.addInitScript(() => {
      Math.random = () => 0.1;
    });
    const page = await open();
    await say(page, 'Quels sont vos délais de livraison ?');
    await seen(page, 'bot', /trois jours/);
    await page.click('.person');
    await seen(page, 'system', /conseiller/i);
    const killed = relay.kill();
    for (const n of [1, 2, 3, 4, 5]) await say(page, `message ${n}`);
    await expect.poll(() => page.textContent('.banner')).toMatch(/interrompue/);
    await killed;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await relay.revive();
    await seen(page, 'visitor', /message 5/);
    await expect.poll(() => page.textContent('.banner'), { timeout: 10_000 }).toBe('');
    const lines = await linesOf(page);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    expect(
      lines.filter(({ content }) => content.startsWith('message')).map(({ content }) => content),
    ).toEqual([1, 2, 3, 4, 5].map((n) => `message ${n}`));
  });

  it('stores a message once and tells the backend once, though its ack got lost', async () => {
    await context.clock.install();
    const page = await open();
    backend.arrivals.length = 0;
    const told = () => backend.arrivals.filter(({ event }) => event === 'message-received').length;
    await say(page, 'un');
    await seen(page, 'visitor', /^un$/);
    const lost = relay.loseNext('"type":"ack"');
    await say(page, 'deux');
    await lost;
    await page.clock.fastForward(10_000);
    await seen(page, 'visitor', /^deux$/);
    await say(page, 'trois');
    await seen(page, 'visitor', /^trois$/);

    await page.reload();
    await seen(page, 'visitor', /^trois$/);
    const own = (await linesOf(page)).filter(({ kind }) => kind === 'visitor');
    expect(own.map(({ content }) => content)).toEqual(['un', 'deux', 'trois']);
    // Callbacks of a conversation arrive in order, so the third comes after all events of the second.
    await expect.poll(told, { timeout: 10_000 }).toBe(3);
    expect(backend.refusals).toEqual([]);
  });

  it('continues with an identified visitor on another device', async () => {
    await world.owner.post('/console/update/tenant', {
      tenant_id: world.tenantId,
      widget: { cross_device: true },
    });
    const who = {
      userId: 'ada',
      userSignature: userSignature(world.tenantSecret, 'ada'),
    };
    const signIn = (page: Page) =>
      page.evaluate(
        (identity) => document.querySelector('chat-relay-widget')?.identify(identity),
        who,
      );
    const office = await open();
    await signIn(office);
    await say(office, 'Depuis le bureau');
    await seen(office, 'visitor', /bureau/);

    const home = await browser.newContext();
    const phone = await home.newPage();
    await phone.goto(shop.url());
    await phone.click('.launcher');
    await signIn(phone);
    await seen(phone, 'visitor', /bureau/);
    await say(phone, 'Et depuis le canapé');
    await seen(office, 'visitor', /canapé/);
    expect(await violationsOf(phone)).toEqual([]);
    await home.close();
  });

  it('creates one session for three tabs that open together', async () => {
    const creations: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/create/visitor-session')) {
        creations.push(request.url());
      }
    });
    const tabs = await Promise.all([visit(), visit(), visit()]);
    const openNow = () => document.querySelector('chat-relay-widget')?.open();
    await Promise.all(tabs.map((tab) => tab.evaluate(openNow)));
    await say(tabs[0] as Page, 'Un seul fil');
    await seen(tabs[0] as Page, 'visitor', /Un seul fil/);
    expect(creations).toHaveLength(1);
    for (const tab of tabs) await seen(tab, 'visitor', /Un seul fil/);
    expect(creations).toHaveLength(1);
  });

  it('works where storage throws', async () => {
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      }
    });
    const page = await open();
    await say(page, 'Quels sont vos délais de livraison ?');
    await seen(page, 'bot', /trois jours/);
  });

  it('keeps forty hostile messages text, from every sender', async () => {
    const page = await open();
    await page.click('.person');
    await expect.poll(() => page.textContent('#chat-status')).toMatch(/attente/);
    const conversationId = await claimOnly();
    for (const [index, payload] of XSS_PAYLOADS.entries()) {
      await answer(conversationId, `x-${index}`, payload);
    }
    for (const payload of XSS_PAYLOADS.slice(0, 15)) await say(page, payload);
    await expect
      .poll(async () => (await linesOf(page)).filter(({ kind }) => kind === 'visitor').length)
      .toBe(15);
    await expect
      .poll(async () => (await linesOf(page)).filter(({ kind }) => kind === 'agent').length)
      .toBe(XSS_PAYLOADS.length);
    const texts = (await linesOf(page)).filter(({ kind }) => kind === 'agent');
    const hint = / \(nouvel onglet\)/g;
    expect(texts.map(({ content }) => content.replace(hint, ''))).toEqual(XSS_PAYLOADS);
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
    const tags = await page.$$eval('.content *', (found) => found.map(({ tagName }) => tagName));
    expect([...new Set(tags)].toSorted()).toEqual(['A', 'SPAN']);
    const schemes = await page.$$eval('.content a', (links) =>
      links.map((link) => (link as HTMLAnchorElement).protocol + link.getAttribute('rel')),
    );
    expect([...new Set(schemes)]).toEqual(['https:noopener noreferrer']);
  });

  it('brings history while the visitor scrolls up, and stays where they read', async () => {
    const page = await open();
    await page.click('.person');
    await expect.poll(() => page.textContent('#chat-status')).toMatch(/attente/);
    const conversationId = await claimOnly();
    for (let n = 1; n <= 70; n += 1) await answer(conversationId, `h-${n}`, `ligne ${n}`);
    await seen(page, 'agent', /^ligne 70$/);
    await page.reload();
    await page.click('.launcher');
    await seen(page, 'agent', /^ligne 70$/);
    expect(await linesOf(page)).toHaveLength(50);

    const topOf = (seq: number) =>
      page.$eval(`.message[data-seq="${seq}"]`, (item) => item.getBoundingClientRect().top);
    const first = (await linesOf(page))[0]?.seq ?? 0;
    await page.$eval('.log', (log) => log.scrollTo(0, 30));
    const before = await topOf(first);
    await expect.poll(async () => (await linesOf(page))[0]?.seq).toBe(1);
    expect(Math.abs((await topOf(first)) - before)).toBeLessThan(60);
    await answer(conversationId, 'h-71', 'ligne 71');
    await seen(page, 'agent', /^ligne 71$/);
    expect(Math.abs((await topOf(first)) - before)).toBeLessThan(60);
  });

  it('appears with its options, though the copy of the loader is older than the relay', async () => {
    let isOld = true;
    await context.route('**/widget/loader.js', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const body = isOld ? text.replace(/[\da-f]{16}/, '0'.repeat(16)) : text;
      isOld = false;
      await route.fulfill({ response, body });
    });
    const page = await context.newPage();
    await page.goto(shop.url({ attributes: 'data-open data-locale="en" data-position="left"' }));
    await expect.poll(() => page.getAttribute('#chat-input', 'aria-label')).toBe('Your message');
    expect(await page.getAttribute('chat-relay-widget', 'position')).toBe('left');
    await say(page, 'Quels sont vos délais de livraison ?');
    await seen(page, 'bot', /trois jours/);
  });

  it('appears once though included twice, and continues when it is moved', async () => {
    const page = await open();
    expect(await page.locator('chat-relay-widget').count()).toBe(1);
    await say(page, 'Quels sont vos délais de livraison ?');
    await seen(page, 'bot', /trois jours/);
    await page.evaluate(() => {
      const widget = document.querySelector('chat-relay-widget');
      widget?.remove();
      setTimeout(() => widget && document.body.append(widget), 50);
    });
    await expect.poll(() => page.locator('chat-relay-widget').count()).toBe(1);
    await say(page, 'Et au retour ?');
    await seen(page, 'visitor', /Et au retour/);
  });
});
