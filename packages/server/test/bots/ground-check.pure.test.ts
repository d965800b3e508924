import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Passage } from '../../src/bots/knowledge/passage';
import { createAnswerCheck } from '../../src/bots/model/answer-check';
import { checkGround } from '../../src/bots/model/ground-check';

const passage = (id: string, text: string): Passage => ({
  passageId: id,
  source: 'knowledge',
  sourceId: id,
  title: 'Delivery',
  url: null,
  text,
  locale: null,
  confidence: 0.9,
});

const passages = new Map([
  [
    'p1',
    passage(
      'a',
      'Delivery costs 49,90 € and takes 3 days until 12 March 2027. Call +33 1 23 45 67 89.',
    ),
  ],
  [
    'p2',
    passage(
      'b',
      'Write to help@shop.example.com or see https://shop.example.com/Returns within 1 000 hours.',
    ),
  ],
]);
const check = (answer: string, minOverlap = 0) =>
  checkGround(answer, { passages, minOverlap, locale: 'en' });

describe('the ground check', () => {
  it.each([
    ['Delivery costs 49.90 EUR [p1].', 'Delivery costs 49.90 EUR.'],
    ['It takes three days. [p1]', 'It takes three days. '],
    ['Jusqu’au 2027-03-12 [p1]. Voir https://SHOP.example.com/Returns [p2].', 'SHOP'],
    ['1. trois jours [p1]\n2. mille heures [p2]', 'mille'],
  ])('lets %s through', (answer) => {
    expect(check(answer)).toMatchObject({ isGrounded: true });
  });

  it.each([
    ['', 'empty'],
    ['Certainly!', 'no_citation'],
    ['It is fine [p3].', 'unknown_citation'],
    ['It is fine [p1, p2].', 'unknown_citation'],
    ['It takes 3 days. It is fine [p1].', 'fact_without_citation'],
    ['It costs 9,90 € [p1].', 'fact_not_in_passage'],
    ['It costs 49,90 $ [p1].', 'fact_not_in_passage'],
    ['It costs nine hundred euros [p1].', 'fact_not_in_passage'],
    ['It costs neuf cents euros [p1].', 'fact_not_in_passage'],
    ['It costs ٤٢ euros [p1].', 'fact_not_in_passage'],
    ['Until 12 April 2027 [p1].', 'fact_not_in_passage'],
    ['It takes 3 days [p2].', 'fact_not_in_passage'],
    ['See https://shop.example.com/returns [p2].', 'fact_not_in_passage'],
    ['See evil.com [p2].', 'fact_not_in_passage'],
    ['Write to me@shop.example.com [p2].', 'fact_not_in_passage'],
    ['Call 01 23 45 67 88 [p1].', 'fact_not_in_passage'],
    ['Your order AB-3 is on its way [p1].', 'fact_not_in_passage'],
    ['It is fine [p1]. It takes 3 days [p2].', 'fact_not_in_passage'],
    // The amount is split over two sentences, and neither contains it.
    ['It costs 3 [p1]\n€ [p1]', 'fact_not_in_passage'],
  ])('refuses %j: %s', (answer, why) => {
    expect(check(answer)).toMatchObject({ isGrounded: false, why });
  });

  it('refuses a sentence with a fact in words that its passages lack', () => {
    const answer =
      'Purple penguins sleep soundly downstairs before breakfast until 12 March 2027 [p1].';
    expect(check(answer, 0.5)).toMatchObject({ isGrounded: false, why: 'other_words' });
    expect(check('Delivery takes three days [p1].', 0.5)).toMatchObject({ isGrounded: true });
  });

  it.each([
    '20k euros',
    '20 billion euros',
    '20 lakh euros',
    'minus 20 euros',
    'half of 20 euros',
    'twice 20 euros',
    'It takes 3 weeks',
    'It takes 3 business days',
    '20 euros every hour',
    '20 euros a month',
    'dreissig Euro',
    'a dozen euros',
    'hundreds of euros',
    't h i r t y euros',
    'thіrty euros',
    '3O euros',
    '20² euros',
    '3½ days',
    '20 cents',
    '20 € x 3',
    '二十 euros',
    'Call 0 6 1 2 3 4 5 6 7 8',
    'evil。com/refund',
    'evil dot com',
    'evil com/refund',
    'www.evil-shop.example',
    'printer.internal',
    'localhost/pay',
    'evil-shop .com',
    'evil-shop[.]com',
    'shop.example.evil',
    'support@evil',
    'https://shop.example@evil.com',
    'http://shop.example/help',
  ])('refuses %j where the passage says 20 euros, 3 days and shop.example', (lie) => {
    const text = 'The fee is 20 euros. It takes 3 days. See https://shop.example/help.';
    const known = new Map([['p1', passage('c', text)]]);
    const answer = (said: string) =>
      checkGround(`${said} [p1].`, { passages: known, minOverlap: 0, locale: 'en' }).isGrounded;
    expect(answer(lie)).toBe(false);
    expect(answer('20 euros, three days: see shop.example/help')).toBe(true);
  });

  it('refuses an answer that is longer than a message', () => {
    const answer = `${'so '.repeat(1_400)}[p1].`;
    expect(check(answer)).toMatchObject({ isGrounded: false, why: 'too_long' });
  });

  it('lets nothing invented through, whatever the model says', () => {
    const invented = fc.constantFrom(
      '77',
      '9,90 €',
      '49,90 $',
      'nine hundred',
      '13 March 2027',
      'https://evil.com/x',
      'evil.com',
      'me@evil.com',
      '+33 9 99 99 99 99',
      'CMD-77',
      '٧٧',
      '7\u200b7',
      '[p9]',
      '-3',
    );
    const harmless = fc.constantFrom(
      'Delivery',
      'costs',
      '49,90 €',
      '3',
      'days',
      'https://shop.example.com/Returns',
      '.',
      '\n',
      '[p1]',
      '[p2]',
      '. ',
      '! ',
      '1. ',
      ', ',
    );
    const parts = fc.tuple(fc.array(harmless), invented, fc.array(harmless));
    fc.assert(
      fc.property(parts, ([before, lie, after]) => {
        expect(check([...before, lie, ...after].join(' ')).isGrounded).toBe(false);
      }),
      { numRuns: 1_500 },
    );
  });

  it('shows and passes nothing invented, however the model cuts its answer into tokens', () => {
    const lies = ['77', '8,90 €', '49,90 $', '13 March 2027', 'https://evil.com/x', 'evil.com'];
    const words = ['Delivery', 'costs', '49,90 €', '3 days', 'until 12 March 2027'];
    const ends = ['[p1].', '. [p1]', '[p1][p2].', '.', ' ', '\n', '[p1]', '[p3].'];
    const part = fc.constantFrom(...words, ...ends, ...lies);
    const outputs = fc.tuple(
      fc.array(part, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(outputs, ([parts, size]) => {
        const text = parts.join(' ');
        const answer = createAnswerCheck({
          passages: [...passages.values()],
          question: 'What does delivery cost?',
          locale: 'en',
          tenantLocale: 'en',
          minOverlap: 0,
        });
        let shown = '';
        let isRefused = false;
        for (let end = size; end < text.length && !isRefused; end += size) {
          const next = answer.next(text.slice(0, end));
          isRefused = next === null;
          shown += next ?? '';
        }
        const whole = answer.whole(text);
        if (!isRefused && whole.isGrounded) expect(shown + answer.rest()).toBe(whole.text);
        const committed = !isRefused && whole.isGrounded ? whole.text : shown;
        for (const lie of lies) expect(committed).not.toContain(lie);
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('days of the week and periods', () => {
  const TEXTS: Record<string, string> = {
    de: 'Rückgabe innerhalb von 30 Tagen. Hotline: 030 1234567, Mo–Fr 9–17 Uhr. Die Lieferung dauert einen Monat.',
    en: 'Open Mon - Fri, 9 am to 5:30 pm. The discount is 15% for students. The trial is two weeks.',
    fr: 'Ouvert lun-sam de 9h à 18h. La garantie est de deux ans. Un essai d’une semaine.',
    es: 'Abierto de lun a vie de 9 a 14 h. El envío tarda 48 horas.',
  };
  const isGrounded = (locale: string, answer: string): boolean => {
    const only = { ...passage('a', TEXTS[locale] ?? ''), locale };
    const given = new Map([['p1', only]]);
    return checkGround(`${answer} [p1].`, { passages: given, minOverlap: 0, locale }).isGrounded;
  };

  it.each([
    ['de', 'Die Lieferung dauert innerhalb eines Monats'],
    ['de', 'Geöffnet Montag bis Freitag von 9 bis 17 Uhr'],
    ['de', 'Geöffnet Mo-Fr, 9–17 Uhr'],
    ['en', 'The trial is a fortnight'],
    ['en', 'Open Monday to Friday'],
    ['fr', 'Ouvert du lundi au samedi'],
    ['es', 'Abierto de lunes a viernes'],
  ])('are the same in other words: %s, %s', (locale, answer) => {
    expect(isGrounded(locale, answer)).toBe(true);
  });

  it.each([
    ['de', 'Rückgabe innerhalb eines Jahres'],
    ['de', 'Rückgabe innerhalb eines Tages'],
    ['de', 'Geöffnet Mo–Sa 9–17 Uhr'],
    ['en', 'The trial is 15 weeks'],
    ['en', 'Open Mon-Sun'],
    ['fr', 'Ouvert lun-dim'],
    ['fr', 'Un essai de deux semaines'],
    ['es', 'Abierto de lun a dom'],
    ['es', 'El envío tarda dos días'],
  ])('are refused where the passage has others: %s, %s', (locale, answer) => {
    expect(isGrounded(locale, answer)).toBe(false);
  });
});
