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
const passes = ({ passage, text }: HonestSentence, locale: string = passage.language): boolean =>
  checkGround(`${text} [p1]`, {
    passages: new Map([['p1', given(passage)]]),
    minOverlap: 0,
    locale,
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

  it('lets a phone number through with the code of its own country alone', () => {
    const passage = { id: 'a', language: 'fr' as const, text: 'Appelez le 01 23 45 67 89.' };
    expect(passes({ passage, text: 'Appelez le +33 1 23 45 67 89.' })).toBe(true);
    expect(passes({ passage, text: 'Appelez le +44 1 23 45 67 89.' })).toBe(false);
    expect(passes({ passage, text: 'Appelez le +41 1 23 45 67 89.' }, 'fr-CH')).toBe(true);
  });

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
