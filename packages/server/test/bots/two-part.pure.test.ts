import { describe, expect, it } from 'vitest';
import { createBuiltinBot } from '../../src/bots/builtin';
import { questionParts } from '../../src/bots/knowledge/matching/question-parts';
import { createRetrieval } from '../../src/bots/knowledge/retrieval';
import { toBot } from '../../src/tenants/settings';

const texts = (message: string) => questionParts(message).map(({ text }) => text);

it.each([
  ['How much is shipping and when does it arrive?', 'How much is shipping', 'when does it arrive?'],
  [
    'Combien coûte la visite et où commence-t-elle ?',
    'Combien coûte la visite',
    'où commence-t-elle ?',
  ],
  ['Was kostet das und wie lange dauert es?', 'Was kostet das', 'wie lange dauert es?'],
  ['¿Cuánto cuesta y cuándo llega?', '¿Cuánto cuesta', 'cuándo llega?'],
  ['Where are you? When do you open?', 'Where are you?', 'When do you open?'],
])('takes a question in two parts apart: %s', (message, ...parts) =>
  expect(texts(message)).toEqual(parts),
);

it.each([
  'Can I return lamps and batteries?',
  'Puis-je payer par carte et par chèque ?',
  'Liefern Sie nach Österreich und Italien?',
])('keeps a question about two things together: %s', (message) =>
  expect(texts(message)).toEqual([message]),
);

it('takes what is told around a question as its context', () => {
  expect(questionParts('I bought a lamp. It broke! Can I send it back?')).toEqual([
    { text: 'Can I send it back?', context: 'I bought a lamp. It broke!' },
  ]);
});

it.each([
  ['Mon vélo coûte 600 €, puis-je payer en trois fois ?', 'puis-je payer en trois fois ?'],
  [
    'Hi, we are moving to Spain with two cats, could you tell me how much a certificate is?',
    'could you tell me how much a certificate is?',
  ],
  [
    'Ich habe heute von der Stadt einen Brief mit einer Rechnung bekommen, was bedeutet das?',
    'was bedeutet das?',
  ],
  ['Estoy embarazada, quería saber cuándo me tratan', 'quería saber cuándo me tratan'],
])('asks what a long sentence ends with: %s', (message, question) =>
  expect(texts(message)).toEqual([question]),
);

it('keeps what a short message is about with its question', () => {
  const message = 'A cargo bike for a day, how much?';
  expect(texts(message)).toEqual([message]);
});

it.each(['If I sell my chair, is it still covered?', 'Sans casque, puis-je grimper ?'])(
  'keeps a condition with its question: %s',
  (message) => expect(texts(message)).toEqual([message]),
);

describe('a question in two parts', () => {
  const faq = [
    { questions: ['How much is shipping?'], answer: 'Shipping costs 5 euros.' },
    { questions: ['When are you open?'], answer: 'From 9 to 17.' },
  ];
  const ask = createBuiltinBot({
    retrieve: createRetrieval({ indexes: { of: () => Promise.resolve(null) } }),
  });
  const tenantId = '01900000-0000-7000-8000-000000000000';
  const tenant = { tenantId, defaultLocale: 'en', bot: toBot({ faq }) };

  it('gets both answers', async () => {
    const { decision } = await ask(tenant, 'How much is shipping and when are you open?', 'en');
    expect(decision).toMatchObject({ content: 'Shipping costs 5 euros.\n\nFrom 9 to 17.' });
  });

  it('goes to a person with more than three questions', async () => {
    const text =
      'How much is shipping? When are you open? How much is shipping? Do you sell boats?';
    const { decision } = await ask(tenant, text, 'en');
    expect(decision).toEqual({ kind: 'escalate', reason: 'low_confidence' });
  });

  it.each(['Agent please.', 'Call me back please', 'Representative!'])(
    'goes to a person after an answerable question: %s',
    async (wish) => {
      const { decision } = await ask(tenant, `How much is shipping? ${wish}`, 'en');
      expect(decision).toEqual({ kind: 'escalate', reason: 'user_requested' });
    },
  );

  it('goes to a person if one part has no answer', async () => {
    const { decision } = await ask(tenant, 'How much is shipping and do you sell boats?', 'en');
    expect(decision).toEqual({ kind: 'escalate', reason: 'low_confidence' });
  });
});
