import type { HonestSentence, Language, Passage } from '../types';
import { NUMBER_WORDS } from './number-words';
import { UNITS, type Unit } from './units';
import { valuesIn } from './values';

/** A number with its unit, such as `4,90 €`, `$5.99` or `thirty days`. */
export interface Quantity {
  index: number;
  text: string;
  /** The currency in front of the number with its space, or nothing. */
  before: string;
  number: string;
  value: number;
  /** The unit behind the number with its space, or nothing. */
  after: string;
  unit: Unit;
}

const DIGITS = '\\d{1,3}(?:[ .,\u00a0\u202f]\\d{3})+(?:[.,]\\d\\d)?(?!\\d)|\\d+(?:[.,]\\d+)?';
const CURRENCY = '(?:US)?[$€£]|(?:EUR|CHF|GBP|USD) ';
const ANY_UNIT = Object.values(UNITS).join('|');

const pattern = (language: Language): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d.,:/+–−-])(?<!(?:minus|moins|menos) )(?<before>${CURRENCY})?` +
      `(?<number>${DIGITS}|(?:${[...NUMBER_WORDS[language].keys()].join('|')})(?!\\p{L}))` +
      `(?<after>[ \u00a0\u202f]?(?:${ANY_UNIT})(?![\\p{L}\\d]))?`,
    'giu',
  );

const PATTERNS = { fr: pattern('fr'), en: pattern('en'), de: pattern('de'), es: pattern('es') };

const found = new WeakMap<HonestSentence, readonly Quantity[]>();

export function quantitiesIn(sentence: HonestSentence): readonly Quantity[] {
  const known = found.get(sentence) ?? readQuantities(sentence);
  found.set(sentence, known);
  return known;
}

function readQuantities({ text, passage }: HonestSentence): readonly Quantity[] {
  return [...text.matchAll(PATTERNS[passage.language])].flatMap((match) => {
    const { before = '', number = '', after = '' } = match.groups ?? {};
    const unit = unitNamed((after || before).trim());
    if (!unit) return [];
    const value = valueOf(number, passage.language);
    return [{ index: match.index, text: match[0], before, number, value, after, unit }];
  });
}

const WHOLE_UNITS = (Object.keys(UNITS) as Unit[]).map((unit) => ({
  unit,
  pattern: new RegExp(`^(?:${UNITS[unit]})$`, 'i'),
}));

const unitNamed = (text: string): Unit | undefined =>
  WHOLE_UNITS.find(({ pattern: whole }) => whole.test(text))?.unit;

function valueOf(number: string, language: Language): number {
  const word = NUMBER_WORDS[language].get(number.toLowerCase());
  if (word !== undefined) return word;
  const grouped = number.replace(/[ .,\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  return Number(grouped.replace(',', '.'));
}

/** The value in the sentence's notation: its decimal sign, its number of decimals, its thousands. */
export function inStyleOf(number: string, value: number, language: Language): string {
  const usual = language === 'en' ? '.' : ',';
  const [, sign = usual, decimals = ''] = /([.,])(\d{1,2})$/.exec(number) ?? [];
  const [, thousands = ''] = /\d([ .,\u00a0\u202f])\d{3}(?!\d)/.exec(number) ?? [];
  const places = Number.isInteger(value)
    ? decimals.length
    : Math.max(decimals.length, String(value).split('.')[1]?.length ?? 0);
  const [whole = '', fraction = ''] = value.toFixed(places).split('.');
  return whole.replace(/\B(?=(?:\d{3})+$)/g, thousands) + (fraction && sign + fraction);
}

/** Whether the passage has the value near a unit that matches the pattern, in front of it or behind it. */
export function hasNear(passage: Passage, value: number, unit: string, distance = 20): boolean {
  const { text, language } = passage;
  const near = new RegExp(`(?<!\\p{L})(?:${unit})(?!\\p{L})`, 'giu');
  return [...text.matchAll(near)].some(({ 0: match, index }) => {
    const around = text.slice(Math.max(0, index - distance), index + match.length + 8);
    return valuesIn(around, language).has(String(value));
  });
}
