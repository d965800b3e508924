import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startModelStub,
  type ModelReply,
  type ModelStub,
} from '../packages/server/test/support/model-stub';
import {
  addOperator,
  createWorld,
  type World,
  type WorldOperator,
} from '../packages/server/test/support/world';
import { launchBrowser, linesOf, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

const ADDRESS = 'https://shop.example/livraison';
const DOCUMENTS = [
  {
    title: 'Livraison',
    locale: 'fr',
    content: '# Livraison\n\nLa livraison à domicile coûte 4,90 € et prend trois jours.',
  },
  {
    title: 'Delivery',
    locale: 'en',
    content: '# Delivery\n\nHome delivery costs 4,90 € and takes three days.',
  },
];
const QUESTION = 'Combien coûte la livraison à domicile ?';
const FIRST = 'La livraison à domicile coûte 4,90 €';
const WHOLE = `${FIRST}. Elle prend trois jours.`;

describe('an answer that a model words, in a browser', () => {
  let relay: MortalRelay;
  let shop: WidgetPage;
  let model: ModelStub;
  let world: World;
  let operator: WorldOperator;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    [relay, shop, model, browser] = await Promise.all([
      startMortalRelay(),
      startWidgetPage(),
      startModelStub(),
      launchBrowser(),
    ]);
    world = await createWorld(relay.url, {
      allowed_origins: [shop.origin],
      bot: {
        kind: 'model',
        confidence_threshold: 0.1,
        model: { url: model.url, api_key: 'sk-test', model: 'stub-1' },
      },
    });
    for (const document of DOCUMENTS) {
      const { status } = await world.owner.post('/console/create/knowledge-document', {
        tenant_id: world.tenantId,
        url: ADDRESS,
        ...document,
      });
      expect(status).toBe(201);
    }
    operator = await addOperator(relay.url, world, 'Inès Moreau');
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([relay?.stop(), shop?.stop()]);
    await model?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(async () => {
    for (const page of context.pages()) expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  async function open(init?: Record<string, unknown>): Promise<Page> {
    const page = await context.newPage();
    await page.goto(shop.url(init));
    await page.click('.launcher');
    return page;
  }

  /** Asks, and gives the model's answer to write. */
  async function ask(page: Page, question = QUESTION): Promise<ModelReply> {
    await page.fill('#chat-input', question);
    await page.press('#chat-input', 'Enter');
    return model.next();
  }

  const draftOf = (page: Page) =>
    page.$eval('[part=draft]', (draft) =>
      draft instanceof HTMLElement && !draft.hidden ? draft.textContent : null,
    );
  const shows = (page: Page, text: string | null) =>
    expect.poll(() => draftOf(page), { timeout: 10_000 }).toBe(text);
  /** Stored messages, without the draft. */
  const messagesOf = async (page: Page) => (await linesOf(page)).filter(({ seq }) => seq !== null);

  it('grows with each sentence, names its source, and is announced once', async () => {
    const page = await open();
    // Two live regions announce: one while the chat is open, the other while it is closed.
    await page.$$eval('.live', (regions) => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      const observer = new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) heard.push(node.textContent ?? '');
      });
      for (const region of regions) observer.observe(region, { childList: true, subtree: true });
    });
    const heard = () =>
      page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.filter(Boolean));
    const reply = await ask(page);
    const id = citationOf(reply);

    reply.token(FIRST);
    reply.token(` ${id}.`);
    await shows(page, `${FIRST}.`);
    // A screen reader that moves through the page finds no unfinished answer.
    expect(await page.locator('[part=log]').ariaSnapshot()).not.toContain(FIRST);
    expect(await heard()).toEqual([]);

    reply.token(` Elle prend trois jours. ${id}`);
    reply.done();
    await seen(page, 'bot', new RegExp(`^${WHOLE}`));
    await shows(page, null);
    await expect.poll(heard).toEqual([expect.stringContaining(`Assistant automatique: ${WHOLE}`)]);
    const source = page.getByRole('link', { name: /^Livraison/ });
    expect(await source.getAttribute('href')).toBe(ADDRESS);
    expect(await page.locator('[part=log]').ariaSnapshot()).toContain(WHOLE);
  });

  it('is taken back from every tab when a person claims in the middle', async () => {
    const page = await open();
    const reply = await ask(page);
    reply.token(`${FIRST} ${citationOf(reply)}.`);
    await shows(page, `${FIRST}.`);
    const second = await open();
    await shows(second, `${FIRST}.`);

    const { data } = await operator.api.get<{ conversations: { conversation_id: string }[] }>(
      `/console/fetch/conversations?tenant_id=${world.tenantId}&status=BOT&limit=1`,
    );
    const claimed = await operator.api.post('/console/claim/conversation', {
      conversation_id: data.conversations[0]?.conversation_id,
    });
    expect(claimed.status).toBe(200);
    for (const tab of [page, second]) {
      await shows(tab, null);
      await expect.poll(() => tab.textContent('#chat-status')).toBe('Inès Moreau vous répond');
    }
    await reply.closed;
    for (const tab of [page, second]) {
      expect((await messagesOf(tab)).filter(({ kind }) => kind === 'bot')).toEqual([]);
    }
  });

  it('is the same in a second tab that joins while it is being written', async () => {
    const page = await open();
    const reply = await ask(page);
    reply.token(`${FIRST} ${citationOf(reply)}.`);
    await shows(page, `${FIRST}.`);
    const second = await open();
    await shows(second, `${FIRST}.`);
    reply.token(` Elle prend trois jours. ${citationOf(reply)}`);
    reply.done();
    for (const tab of [page, second]) {
      await seen(tab, 'bot', new RegExp(`^${WHOLE}`));
      await shows(tab, null);
    }
    expect(await messagesOf(second)).toEqual(await messagesOf(page));
  });

  it.each([
    {
      locale: 'fr',
      question: QUESTION,
      answer: FIRST,
      name: 'Assistant automatique',
      status: 'L’assistant automatique vous répond',
    },
    {
      locale: 'en',
      question: 'What does home delivery cost?',
      answer: 'Home delivery costs 4,90 €',
      name: 'Automated assistant',
      status: 'Chatting with our automated assistant',
    },
  ])('is said by a bot that says it is one, in $locale', async (words) => {
    const page = await open({ locale: words.locale });
    const reply = await ask(page, words.question);
    reply.say(`${words.answer} ${citationOf(reply)}.`);
    await seen(page, 'bot', new RegExp(`^${words.answer}`));
    await expect.poll(() => page.textContent('#chat-status')).toBe(words.status);
    await expect
      .poll(() => page.$$eval('.live p', (lines) => lines.map((line) => line.textContent)))
      .toEqual([expect.stringContaining(`${words.name}: ${words.answer}.`)]);
  });
});

/** How the model cites the passage with the price. */
function citationOf({ body }: ModelReply): string {
  const { passages } = JSON.parse(body.messages.at(-1)!.content) as {
    passages: { id: string; text: string }[];
  };
  return `[${passages.find(({ text }) => text.includes('4,90'))?.id ?? 'p0'}]`;
}
