import { describe, expect, it } from 'vitest';
import type { Passage } from '../../src/bots/knowledge/passage';
import { factsOf } from '../../src/bots/model/facts/facts';
import { checkGround } from '../../src/bots/model/ground-check';
import { HONEST } from './fence-set/honest';
import { dishonestFrom } from './fence-set/operators';
import type { HonestSentence } from './fence-set/types';

const given = ({ id, text, language }: HonestSentence['passage']): Passage => ({
  passageId: id,
  source: 'knowledge',
  sourceId: id,
  title: '',
  url: null,
  text,
  locale: language,
  confidence: 1,
});
const passes = (
  { passage, text }: HonestSentence,
  locale: string = passage.language,
  tenantLocale = '',
): boolean =>
  checkGround(`${text} [p1]`, {
    passages: new Map([['p1', given(passage)]]),
    minOverlap: 0,
    locale,
    tenantLocale,
  }).isGrounded;

describe('the fence', () => {
  it('lets at least 95 % of the honest sentences through, in each language', () => {
    for (const language of ['fr', 'en', 'de', 'es']) {
      const honest = HONEST.filter(({ passage }) => passage.language === language);
      const refused = honest.filter((sentence) => !passes(sentence)).map(({ text }) => text);
      expect(refused.length / honest.length, refused.join('\n')).toBeLessThanOrEqual(0.05);
    }
  });

  it('lets no sentence through with a fact that its passage lacks', { timeout: 60_000 }, () => {
    const through = dishonestFrom(HONEST).filter((sentence) => passes(sentence));
    expect(through.map(({ operator, text }) => [operator, text])).toEqual([]);
  });

  it('lets a fact in another language through only word for word', () => {
    const passage = { id: 'it', language: 'it' as 'fr', text: 'La spedizione costa 20 euro.' };
    expect(passes({ passage, text: 'La  spedizione costa 20 euro.' })).toBe(true);
    expect(passes({ passage, text: 'Costa 20 euro la spedizione.' })).toBe(false);
    expect(passes({ passage, text: 'Volentieri!' })).toBe(true);
  });

  it.each<[said: string, passage: string, tenant: string, visitor: string]>([
    ['+33 1 23 45 67 89', '01 23 45 67 89', 'fr', 'fr'],
    ['+33 1 23 45 67 89', '01 23 45 67 89', 'fr', 'en'],
    ['0033 1 23 45 67 89', '01.23.45.67.89', 'fr', 'de'],
    ['+33 (0)1 23 45 67 89', '0123456789', 'fr', 'en'],
    ['01 23 45 67 89', '+33 1 23 45 67 89', 'fr', 'en'],
    ['01 23 45 67 89', '0033 1 23 45 67 89', 'fr', 'en'],
    ['tel:+33123456789', '01 23 45 67 89', 'fr', 'en'],
    ['+41 22 123 45 67', '022 123 45 67', 'fr-CH', 'fr'],
    ['+32 2 123 45 67', '02 123 45 67', 'fr-BE', 'fr'],
    ['+49 30 1234567', '030 1234567', 'de', 'en'],
    ['0049 30 1234567', '030/1234567', 'de-DE', 'de'],
    ['+34 912 34 56 78', '912 34 56 78', 'es', 'en'],
    ['+34 912 345 678', '912 345 678', 'es', 'en'],
    ['912 34 56 78', '+34 912 34 56 78', 'es', 'es'],
    ['+39 06 1234 5678', '06 1234 5678', 'it', 'en'],
    ['+1 212 555 0123', '(212) 555-0123', 'en-US', 'en'],
    ['+44 20 7946 0123', '020 7946 0123', 'en', 'en'],
  ])('lets %s through for %s of a tenant in %s, for a visitor in %s', (...of) => {
    const [said, number, tenant, visitor] = of;
    for (const language of [tenant.slice(0, 2), 'en']) {
      const passage = { id: 'a', language: language as 'fr', text: `Phone: ${number}.` };
      expect(passes({ passage, text: `Phone: ${said}.` }, visitor, tenant), language).toBe(true);
    }
  });

  it.each<[said: string, passage: string, tenant: string, visitor: string]>([
    ['+44 1 23 45 67 89', '01 23 45 67 89', 'fr', 'en'],
    ['+41 1 23 45 67 89', '01 23 45 67 89', 'fr', 'fr-CH'],
    ['+33 1 23 45 67 88', '01 23 45 67 89', 'fr', 'en'],
    ['+33 2 123 45 67', '02 123 45 67', 'fr', 'fr'],
    ['0044 1 23 45 67 89', '01 23 45 67 89', 'fr', 'en'],
    ['+43 30 1234567', '030 1234567', 'de', 'de-AT'],
    ['+34 912 34 56 79', '912 34 56 78', 'es', 'es'],
    ['+351 912 345 678', '912 345 678', 'es', 'pt'],
    ['912 34 56 87', '+34 912 34 56 78', 'es', 'es'],
    ['01 23 45 67 98', '+33 1 23 45 67 89', 'fr', 'en'],
    ['+33 12 34 56 78 9', '01 23 45 67 8', 'fr', 'fr'],
  ])('lets no %s through for %s of a tenant in %s, for a visitor in %s', (...of) => {
    const [said, number, tenant, visitor] = of;
    for (const language of [tenant.slice(0, 2), 'en']) {
      const passage = { id: 'a', language: language as 'fr', text: `Phone: ${number}.` };
      expect(passes({ passage, text: `Phone: ${said}.` }, visitor, tenant), language).toBe(false);
    }
  });

  it('takes no number for one of a country that the text and the tenant do not share', () => {
    const passage = { id: 'a', language: 'de' as const, text: 'Tel. 030 1234567.' };
    for (const said of ['+49 30 1234567', '+33 30 1234567'])
      expect(passes({ passage, text: `Phone: ${said}.` }, 'de', 'fr'), said).toBe(false);
    expect(passes({ passage, text: 'Tel. 030 1234567.' }, 'de', 'fr')).toBe(true);
  });

  it.each(['Help@shop.example.com', 'HELP@SHOP.EXAMPLE.COM', 'mailto:Help@Shop.example.com'])(
    'lets the address %s through, whatever its case is',
    (said) => {
      const text = 'Write to help@shop.example.com.';
      const passage = { id: 'a', language: 'en' as const, text };
      expect(passes({ passage, text: `Write to ${said}.` })).toBe(true);
      const shouted = { ...passage, text: text.replace('help@', 'Help@') };
      expect(passes({ passage: shouted, text: `Write to ${said}.` })).toBe(true);
      const other = said.replace(/help/i, 'Helps');
      expect(passes({ passage, text: `Write to ${other}.` })).toBe(false);
    },
  );

  it.each([
    ['blanks', ' '],
    ['dots', '.'],
    ['digits', '1'],
    ['digits with dots', '1.'],
    ['groups', '111 '],
    ['single digits', '1 '],
    ['dashes', '-'],
    ['letters', 'a'],
    ['letters with blanks', 'a '],
    ['spoken dots', 'a dot '],
    ['brackets', '['],
    ['at signs', '@a'],
    ['slashes', 'a/'],
    ['sums', '1x'],
    ['number words', 'one '],
    ['German number words', 'hundertund'],
    ['euros', '1 € '],
    ['months', 'may '],
    ['fractions', '½'],
    ['angles', '<!--'],
  ])('reads 64 KiB of %s in time that grows with their length', (_name, part) => {
    const timeOf = (length: number): number => {
      const text = part.repeat(Math.ceil(length / part.length)).slice(0, length);
      const started = performance.now();
      factsOf(text, 'en');
      return performance.now() - started;
    };
    timeOf(8_192);
    const best = (length: number): number =>
      Math.min(timeOf(length), timeOf(length), timeOf(length));
    const [half, whole] = [best(32_768), best(65_536)];
    expect(whole).toBeLessThan(Math.max(half * 4, 1_000));
  });
});
