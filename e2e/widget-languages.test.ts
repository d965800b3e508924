import { directionOf, LANGUAGES, type Language } from '@chat-relay/widget-sdk/languages';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spokenIn } from '../packages/server/test/support/spoken';
import {
  addOperator,
  createWorld,
  type World,
  type WorldOperator,
} from '../packages/server/test/support/world';
import { startShippedRelay } from './support/shipped-relay';
import { launchBrowser, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';

/** The language of the visitor's page, as pages write it. */
const PAGE_LANGUAGES: Readonly<Record<Language, string>> = {
  fr: 'fr-CA',
  en: 'en-GB',
  de: 'de_AT',
  es: 'es-MX',
  it: 'it',
  pt: 'pt-BR',
  nl: 'nl-BE',
  ar: 'ar-EG',
};
/** The tenant's own language is Japanese, which the relay does not speak: no text can come from a fall-back. */
const TENANT_LANGUAGE = 'ja';
/** A right-to-left name. In some languages the relay's own lines begin with it. */
const OPERATOR = 'ليلى';
const greetingIn = (language: Language) => `Willkommen – ${language} – أهلا`;

/** Texts that this visit has to show. */
const HEARD = [
  ['launcher', 'close', 'placeholder', 'send', 'talkToPerson', 'messages', 'you', 'today'],
  ['waitingAt', 'lineWaitingOffline', 'contactTitle', 'contactNote', 'contactPlace', 'mailIt'],
  ['withAgent', 'lineJoined', 'sent', 'save', 'end', 'endQuestion', 'endConfirm', 'cancel'],
  ['resolved', 'lineResolved', 'rateTitle', 'rateScore', 'rateComment', 'startAnew'],
  ['linkTitle', 'linkNote', 'linkOpen', 'attach'],
].flat();

/** Every text and label of the widget, also where it is hidden. */
const saidOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said: string[] = [];
    const root = document.querySelector('chat-relay-widget')?.shadowRoot;
    for (const element of root?.querySelectorAll('.root *') ?? []) {
      for (const name of ['aria-label', 'title', 'placeholder'])
        said.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes)
        if (node instanceof Text) said.push(...node.data.split(' · '));
    }
    return said.map((text) => text.trim()).filter(Boolean);
  });

interface Visit {
  said: string[];
  dir: string | null;
  /** Text directions of the relay's own lines. */
  directions: Set<string>;
  /** Height in lines of the text about the place in the queue. */
  lines: number;
  violations: string[];
}

describe('a chat in each of the eight languages', () => {
  let relay: Awaited<ReturnType<typeof startShippedRelay>>;
  let shop: WidgetPage;
  let browser: Browser;
  let world: World;
  let operator: WorldOperator;
  const visits = new Map<Language, Visit>();

  beforeAll(async () => {
    [relay, shop, browser] = await Promise.all([
      startShippedRelay(),
      startWidgetPage({ isServed: true }),
      launchBrowser(),
    ]);
    world = await createWorld(relay.url, {
      tenant_name: 'Atelier Terre',
      allowed_origins: [shop.origin],
      default_locale: TENANT_LANGUAGE,
      bot: { kind: 'none' },
      rating: true,
      attachments: { enabled: true },
      texts: Object.fromEntries(
        LANGUAGES.map((language) => [language, { greeting: greetingIn(language) }]),
      ),
    });
    operator = await addOperator(relay.url, world, OPERATOR);
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
    const visitAll = LANGUAGES.map(async (language) => visits.set(language, await visit(language)));
    await Promise.all(visitAll);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await Promise.all([relay?.stop(), shop?.stop()]);
  });

  /** A whole visit: from the first look at the widget to the rating, with an operator in between. */
  async function visit(language: Language): Promise<Visit> {
    const context = await browser.newContext({
      locale: 'ja-JP',
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const said: string[] = [];
    const listen = async () => said.push(...(await saidOn(page)));
    await page.goto(shop.url({ lang: PAGE_LANGUAGES[language] }));
    const lang = PAGE_LANGUAGES[language].replace('_', '-');
    await page.waitForSelector(`.root[lang=${lang}] .launcher`);
    await listen();
    await page.click('.launcher');
    await page.getByText(greetingIn(language)).waitFor();
    await listen();
    await page.fill('#chat-input', '42?');
    await page.press('#chat-input', 'Enter');
    await page.waitForSelector('.message.visitor[data-seq]');
    await page.waitForSelector('.message.system');
    const status = page.locator('#chat-status', { hasText: /\d/ });
    await status.waitFor();
    const lines = await status.evaluate(
      (line) => line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight),
    );
    await listen();

    const conversation_id = await page.evaluate(
      () =>
        document.querySelector('chat-relay-widget')?.chat?.getState().conversation?.conversationId,
    );
    const call = (verb: string, more = {}) =>
      operator.api.post(`/console/${verb}`, { conversation_id, ...more });
    await call('claim/conversation');
    await call('send/message', { client_msg_id: 'a', content: '43!' });
    await page.waitForSelector('.message.agent');
    await page.click('.tool.end');
    await listen();
    await call('resolve/conversation');
    await page.waitForSelector('.rating:not([hidden])');
    await page.waitForSelector('.message.system >> nth=2');
    await listen();
    const dir = await page.locator('.root').getAttribute('dir');
    const directions = await page.$$eval('.message.system .content', (all) =>
      all.map((line) => getComputedStyle(line).direction),
    );
    const violations = await violationsOf(page);
    await context.close();
    return { said, dir, directions: new Set(directions), lines: Math.round(lines), violations };
  }

  it.each(LANGUAGES)('is in %s, and in no other language', async (language) => {
    const visit = visits.get(language);
    const { keys, foreign } = spokenIn(language, visit?.said ?? []);
    expect(foreign).toEqual([]);
    expect(HEARD.filter((key) => !keys.has(key))).toEqual([]);
    expect(visit?.dir).toBe(directionOf(language));
    expect(visit?.directions).toEqual(new Set([directionOf(language)]));
    expect(visit?.lines).toBe(1);
    expect(visit?.violations).toEqual([]);
  });
});
