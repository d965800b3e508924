import { describe, expect, test } from 'vitest';
import { PASSAGES } from './documents';
import { HONEST } from './honest';
import { dishonestFrom, OPERATORS } from './operators';
import { LANGUAGES } from './types';

const DISHONEST = dishonestFrom(HONEST);

const repeated = (texts: readonly string[]): string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index);

describe('the fence set', () => {
  test.each(LANGUAGES)('has ten passages and 55 honest sentences in %s', (language) => {
    expect(PASSAGES.filter((passage) => passage.language === language)).toHaveLength(10);
    const honest = HONEST.filter(({ passage }) => passage.language === language);
    expect(honest.length).toBeGreaterThanOrEqual(55);
  });

  test.each(LANGUAGES)('has at least 50 dishonest sentences in %s', (language) => {
    const dishonest = DISHONEST.filter(({ passage }) => passage.language === language);
    expect(dishonest.length).toBeGreaterThanOrEqual(50);
  });

  test('has at least 220 honest and 200 dishonest sentences', () => {
    expect(HONEST.length).toBeGreaterThanOrEqual(220);
    expect(DISHONEST.length).toBeGreaterThanOrEqual(200);
  });

  test('has honest sentences for every passage', () => {
    const cited = new Set(HONEST.map(({ passage }) => passage));
    expect(PASSAGES.filter((passage) => !cited.has(passage))).toEqual([]);
  });

  test('has no passage, honest sentence or operator twice', () => {
    expect(repeated(PASSAGES.map(({ id }) => id))).toEqual([]);
    expect(repeated(HONEST.map(({ text }) => text))).toEqual([]);
    expect(repeated(OPERATORS.map(({ name }) => name))).toEqual([]);
  });

  test('applies every operator to at least one sentence', () => {
    const applied = new Set(DISHONEST.map(({ operator }) => operator));
    expect(OPERATORS.map(({ name }) => name).filter((name) => !applied.has(name))).toEqual([]);
  });

  test('makes no sentence that is its source, another honest one or a part of its passage', () => {
    const honest = new Set(HONEST.map(({ text }) => text));
    const wrong = DISHONEST.filter(
      ({ text, passage }) => honest.has(text) || passage.text.includes(text),
    );
    expect(wrong.map(({ operator, text }) => [operator, text])).toEqual([]);
  });

  test('makes the same sentences each time', () => {
    const some = HONEST.filter((_, index) => index % 10 === 0);
    const textsOf = (all: typeof DISHONEST): string => all.map(({ text }) => text).join('\n');
    expect(textsOf(dishonestFrom(some))).toBe(textsOf(dishonestFrom(some)));
  });
});
