import { describe, expect, it } from 'vitest';
import { createBuiltinBot } from '../../src/bots/builtin';
import { SAMPLES } from './faq-samples';

const [shop] = SAMPLES;
const { faq } = shop!;

describe.each(SAMPLES)('the FAQ of $name', ({ faq: entries, questions, minRecall }) => {
  const bot = createBuiltinBot({ faq: entries });
  const answers = questions.map(([text, entry]) => {
    const decision = bot.answer(text, 'fr');
    const got = decision.kind === 'reply' ? decision.content.split(':')[0]! : null;
    return { text, entry, got };
  });

  it('never answers an unknown question, nor with the wrong entry', () => {
    const wrong = answers.filter(({ entry, got }) => got !== null && got !== entry);
    expect(wrong).toEqual([]);
  });

  it('answers nearly all questions of the FAQ', () => {
    const known = answers.filter(({ entry }) => entry !== null);
    const missed = known.filter(({ got }) => got === null);
    expect(1 - missed.length / known.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(
      minRecall,
    );
  });

  it('answers the FAQ’s own questions with certainty', () => {
    for (const { questions: own, answer } of entries) {
      for (const text of own)
        expect(bot.answer(text, 'fr')).toEqual({ kind: 'reply', content: answer, confidence: 1 });
    }
  });
});

describe('the built-in bot', () => {
  it('gives the same answer to the same question', () => {
    const bot = createBuiltinBot({ faq });
    const first = bot.answer('frais de livraisson', 'fr');
    for (let i = 0; i < 20; i += 1) expect(bot.answer('frais de livraisson', 'fr')).toEqual(first);
    expect(createBuiltinBot({ faq }).answer('frais de livraisson', 'fr')).toEqual(first);
  });

  it('keeps confidence between 0 and 1 and below a higher threshold escalates', () => {
    const text = 'do you offer free delivery?';
    const decision = createBuiltinBot({ faq }).answer(text, 'en');
    expect(decision).toMatchObject({ kind: 'reply', confidence: expect.any(Number) });
    const confidence = decision.kind === 'reply' ? decision.confidence : 0;
    expect(confidence).toBeGreaterThanOrEqual(0.5);
    expect(confidence).toBeLessThan(1);
    const strict = createBuiltinBot({ faq, confidence_threshold: confidence + 0.01 });
    expect(strict.answer(text, 'en')).toEqual({ kind: 'escalate', reason: 'low_confidence' });
  });

  it('escalates everything when it has no FAQ', () => {
    for (const text of ['Where is my order?', '', '???', '日本語']) {
      expect(createBuiltinBot({}).answer(text, 'fr')).toEqual({
        kind: 'escalate',
        reason: 'low_confidence',
      });
    }
  });

  it('answers a question within a very long message', () => {
    const bot = createBuiltinBot({ faq });
    const text = Array.from({ length: 600 }, (_, i) => `mot${i}`)
      .join(' ')
      .slice(0, 4000);
    expect(bot.answer(text, 'fr')).toEqual({ kind: 'escalate', reason: 'low_confidence' });
    expect(bot.answer('où est '.repeat(500), 'fr')).toMatchObject({ kind: 'escalate' });
  });

  it('reads scripts without spaces', () => {
    const bot = createBuiltinBot({
      faq: [{ questions: ['返品はできますか'], answer: '30日以内' }],
    });
    expect(bot.answer('返品', 'ja')).toMatchObject({ kind: 'reply', content: '30日以内' });
  });
});

describe("an entry's locale", () => {
  const entries = [
    { questions: ['PayPal ?'], answer: 'in English', locale: 'en' },
    { questions: ['PayPal ?'], answer: 'en français', locale: 'fr' },
    { questions: ['Virement ?'], answer: 'for all' },
    { questions: ['Bitcoin ?'], answer: 'English only', locale: 'en-GB' },
  ];
  const content = (text: string, locale: string) => {
    const decision = createBuiltinBot({ faq: entries }).answer(text, locale);
    return decision.kind === 'reply' ? decision.content : decision.reason;
  };

  it("prefers an entry in the visitor's locale", () => {
    expect(content('paypal', 'fr')).toBe('en français');
    expect(content('paypal', 'fr-CA')).toBe('en français');
    expect(content('paypal', 'en-US')).toBe('in English');
    expect(content('virement', 'en')).toBe('for all');
  });

  it('answers in another locale only when nothing else answers', () => {
    expect(content('bitcoin', 'fr')).toBe('English only');
    expect(content('bitcoin', 'en')).toBe('English only');
    expect(content('dogecoin', 'fr')).toBe('low_confidence');
  });
});

describe('a restricted topic', () => {
  const bot = createBuiltinBot({
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
  ])('recognises a restricted topic before any answer: %s', (text) => {
    expect(bot.answer(text, 'fr')).toEqual({
      kind: 'escalate',
      reason: 'restricted_topic',
      reply: 'Un responsable vous répond.',
    });
  });

  it.each([
    'Y a-t-il un effet secondaire ?',
    'les effets secondaires du produit',
    '訴訟を起こします',
  ])('escalates a restricted topic without a reply: %s', (text) =>
    expect(bot.answer(text, 'fr')).toEqual({ kind: 'escalate', reason: 'restricted_topic' }),
  );

  it.each([
    'une plainte à porter ailleurs',
    'secondaires, ces effets',
    'is this legal',
    'Where is my order?',
    '!!!',
  ])('sees no restricted topic in other words or another order: %s', (text) =>
    expect(bot.answer(text, 'fr')).not.toMatchObject({ reason: 'restricted_topic' }),
  );
});

describe('a visitor who asks for a person', () => {
  it('hands a visitor who asks for a person over, whatever the FAQ says', () => {
    const bot = createBuiltinBot({
      faq: [{ questions: ['Parler à un conseiller'], answer: 'no' }],
    });
    expect(bot.answer('Je veux parler à un conseiller', 'fr')).toEqual({
      kind: 'escalate',
      reason: 'user_requested',
    });
  });
});
