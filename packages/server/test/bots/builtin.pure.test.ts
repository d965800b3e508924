import { beforeAll, describe, expect, it } from 'vitest';
import { createBuiltinBot, type BotDecision } from '../../src/bots/builtin';
import { createRetrieval } from '../../src/bots/knowledge/retrieval';
import type { BotBody } from '../../src/tenants/wire';
import { toBot } from '../../src/tenants/settings';
import { SAMPLES } from './faq-samples';

const [shop] = SAMPLES;
const { faq } = shop!;
const TENANT = { tenantId: '01900000-0000-7000-8000-000000000000', defaultLocale: 'fr' };

function botWith(body: BotBody): (text: string, locale: string) => Promise<BotDecision> {
  const builtin = createBuiltinBot({
    retrieve: createRetrieval({ indexes: { of: () => Promise.resolve(null) } }),
  });
  const tenant = { ...TENANT, bot: toBot(body) };
  return async (text, locale) => (await builtin(tenant, text, locale)).decision;
}

describe.each(SAMPLES)('the FAQ of $name', ({ faq: entries, questions, minRecall }) => {
  const bot = botWith({ faq: entries });
  const answers: { text: string; entry: string | null; got: string | null }[] = [];
  beforeAll(async () => {
    for (const [text, entry] of questions) {
      const decision = await bot(text, 'fr');
      const got = decision.kind === 'reply' ? decision.content.split(':')[0]! : null;
      answers.push({ text, entry, got });
    }
  });

  it('never answers an unknown question, nor with the wrong entry', async () => {
    const wrong = answers.filter(({ entry, got }) => got !== null && got !== entry);
    expect(wrong).toEqual([]);
  });

  it('answers nearly all questions of the FAQ', async () => {
    const known = answers.filter(({ entry }) => entry !== null);
    const missed = known.filter(({ got }) => got === null);
    expect(1 - missed.length / known.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(
      minRecall,
    );
  });

  it('answers the FAQ’s own questions with certainty', async () => {
    for (const { questions: own, answer } of entries) {
      for (const text of own)
        expect(await bot(text, 'fr')).toEqual({
          kind: 'reply',
          content: answer,
          confidence: 1,
          sources: [],
        });
    }
  });
});

describe('the built-in bot', () => {
  it('gives the same answer to the same question', async () => {
    const bot = botWith({ faq });
    const first = await bot('frais de livraisson', 'fr');
    for (let i = 0; i < 20; i += 1) expect(await bot('frais de livraisson', 'fr')).toEqual(first);
    expect(await botWith({ faq })('frais de livraisson', 'fr')).toEqual(first);
  });

  it('keeps confidence between 0 and 1 and below a higher threshold escalates', async () => {
    const text = 'do you offer free delivery?';
    const decision = await botWith({ faq })(text, 'en');
    expect(decision).toMatchObject({ kind: 'reply', confidence: expect.any(Number) });
    const confidence = decision.kind === 'reply' ? decision.confidence : 0;
    expect(confidence).toBeGreaterThanOrEqual(0.5);
    expect(confidence).toBeLessThan(1);
    const strict = botWith({ faq, confidence_threshold: confidence + 0.01 });
    expect(await strict(text, 'en')).toEqual({ kind: 'escalate', reason: 'low_confidence' });
  });

  it('escalates everything when it has no FAQ', async () => {
    for (const text of ['Where is my order?', '', '???', '日本語']) {
      expect(await botWith({})(text, 'fr')).toEqual({
        kind: 'escalate',
        reason: 'low_confidence',
      });
    }
  });

  it('answers a question within a very long message', async () => {
    const bot = botWith({ faq });
    const text = Array.from({ length: 600 }, (_, i) => `mot${i}`)
      .join(' ')
      .slice(0, 4000);
    expect(await bot(text, 'fr')).toEqual({ kind: 'escalate', reason: 'low_confidence' });
    expect(await bot('où est '.repeat(500), 'fr')).toMatchObject({ kind: 'escalate' });
  });

  it('reads scripts without spaces', async () => {
    const bot = botWith({
      faq: [{ questions: ['返品はできますか'], answer: '30日以内' }],
    });
    expect(await bot('返品', 'ja')).toMatchObject({ kind: 'reply', content: '30日以内' });
  });
});

it('tells how to reach the service if it knows, and else brings a person', async () => {
  const told = 'Appelez le 01 23 45 67 89.';
  const knows = botWith({
    faq: [{ questions: ['Comment contacter le service client ?'], answer: told }],
  });
  expect(await knows('Comment puis-je contacter le service client ?', 'fr')).toMatchObject({
    content: told,
  });
  const asked = { kind: 'escalate', reason: 'user_requested' };
  expect(await knows('Je veux contacter le service client', 'fr')).toEqual(asked);
  expect(await botWith({ faq })('Comment contacter le service client ?', 'fr')).toEqual(asked);
  expect(await botWith({ faq })('How do I contact customer service?', 'en')).toEqual(asked);
});

describe("an entry's locale", async () => {
  const entries = [
    { questions: ['PayPal ?'], answer: 'in English', locale: 'en' },
    { questions: ['PayPal ?'], answer: 'en français', locale: 'fr' },
    { questions: ['Virement ?'], answer: 'for all' },
    { questions: ['Bitcoin ?'], answer: 'English only', locale: 'en-GB' },
  ];
  const content = async (text: string, locale: string) => {
    const decision = await botWith({ faq: entries })(text, locale);
    return decision.kind === 'reply' ? decision.content : decision.reason;
  };

  it("prefers an entry in the visitor's locale", async () => {
    expect(await content('paypal', 'fr')).toBe('en français');
    expect(await content('paypal', 'fr-CA')).toBe('en français');
    expect(await content('paypal', 'en-US')).toBe('in English');
    expect(await content('virement', 'en')).toBe('for all');
  });

  it('answers in another locale only when nothing else answers', async () => {
    expect(await content('bitcoin', 'fr')).toBe('English only');
    expect(await content('bitcoin', 'en')).toBe('English only');
    expect(await content('dogecoin', 'fr')).toBe('low_confidence');
  });
});

describe('a restricted topic', () => {
  const bot = botWith({
    faq: [...faq, { questions: ['Puis-je porter plainte ?'], answer: 'never said' }],
    restricted_topics: [
      {
        phrases: ['porter plainte', 'legal action', 'lawyer'],
        reply: 'Un responsable vous répond.',
      },
      { phrases: ['effets secondaires', '!!!', '訴訟'] },
    ],
  });

  it.each([
    'Puis-je porter plainte ?',
    'JE PORTERAI PLAINTE CONTRE VOUS',
    'I am thinking about legal actions',
    'my lawyers will call',
    'je veux parler à un conseiller avant de porter plainte',
  ])('recognises a restricted topic before any answer: %s', async (text) => {
    expect(await bot(text, 'fr')).toEqual({
      kind: 'escalate',
      reason: 'restricted_topic',
      reply: 'Un responsable vous répond.',
    });
  });

  it.each([
    'Y a-t-il un effet secondaire ?',
    'les effets secondaires du produit',
    '訴訟を起こします',
  ])('escalates a restricted topic without a reply: %s', async (text) =>
    expect(await bot(text, 'fr')).toEqual({ kind: 'escalate', reason: 'restricted_topic' }),
  );

  it.each([
    'une plainte à porter ailleurs',
    'secondaires, ces effets',
    'is this legal',
    'Where is my order?',
    '!!!',
  ])('sees no restricted topic in other words or another order: %s', async (text) =>
    expect(await bot(text, 'fr')).not.toMatchObject({ reason: 'restricted_topic' }),
  );
});

describe('a visitor who asks for a person', () => {
  it('hands a visitor who asks for a person over, whatever the FAQ says', async () => {
    const bot = botWith({
      faq: [{ questions: ['Parler à un conseiller'], answer: 'no' }],
    });
    expect(await bot('Je veux parler à un conseiller', 'fr')).toEqual({
      kind: 'escalate',
      reason: 'user_requested',
    });
  });
});
