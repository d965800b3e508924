import type { Language, Passage } from '../types';
import { MONTHS } from './months';
import { NUMBER_WORDS } from './number-words';

/** Number words and months, which stand for numbers in dates. */
const wordsOf = (language: Language) =>
  [
    ...NUMBER_WORDS[language],
    ...MONTHS[language].map((month, index) => [month, index + 1] as const),
  ].map(([word, value]) => ({
    pattern: new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu'),
    value: String(value),
  }));

const WORDS = { fr: wordsOf('fr'), en: wordsOf('en'), de: wordsOf('de'), es: wordsOf('es') };

const known = new WeakMap<Passage, ReadonlySet<string>>();

/** Whether some reading of the passage, however loose, has this value. Then an operator does not use it. */
export function hasValue(passage: Passage, value: number | string): boolean {
  let values = known.get(passage);
  if (!values) known.set(passage, (values = valuesIn(passage.text, passage.language)));
  return values.has(canonical(String(value)));
}

/** `007,50` and `7.5` are one value. */
const canonical = (number: string): string => {
  const [whole = '', decimals = ''] = number.replace(',', '.').split('.');
  const fraction = decimals.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (fraction && `.${fraction}`);
};

/** Every value that a reader could see: groups of digits alone, joined, with decimals, and in words. */
export function valuesIn(text: string, language: Language): ReadonlySet<string> {
  const values = new Set<string>();
  for (const [run] of text.matchAll(/\d+(?:[^\p{L}\d]{1,2}\d+)*/gu)) {
    for (const value of readings(run.match(/\d+/g) ?? [])) values.add(canonical(value));
  }
  for (const [, hour] of text.matchAll(/(\d+)(?::\d+)?\s?p\.?m/gi))
    values.add(`${Number(hour) + 12}`);
  for (const { pattern, value } of WORDS[language]) {
    if (pattern.test(text)) values.add(value);
  }
  return values;
}

function* readings(groups: readonly string[]): Generator<string> {
  for (let from = 0; from < groups.length; from += 1) {
    for (let to = from + 1; to <= groups.length; to += 1) {
      const taken = groups.slice(from, to);
      yield taken.join('');
      for (let split = 1; split < taken.length; split += 1) {
        yield `${taken.slice(0, split).join('')}.${taken.slice(split).join('')}`;
      }
    }
  }
}

/** The first of these values that the passage does not have. */
export const newValue = (passage: Passage, values: readonly number[]): number | undefined =>
  values.find((value) => !hasValue(passage, value));
