import { normalized } from '../platform/combining-marks';
import { askedFor, endingsOf, isNumber, NUMBER } from './numbers';

/**
 * How text becomes words. Messages and queries go through the same steps, so that `café`, `Cafe` and `CAFÉ` are one
 * word.
 */

const MAX_WORDS_A_MESSAGE = 500;
/** In characters; longer words are cut. */
const MAX_WORD_LENGTH = 32;
const MAX_DIGIT_GROUPS = 8;

/** Accents of Latin, Greek and Cyrillic; vowel signs of Hebrew and Arabic; the Arabic letter stretcher. */
const DROPPED =
  /[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]/g;
/** Letters that Unicode does not decompose, and variants of Arabic letters. */
const REPLACED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
};
const REPLACEABLE = new RegExp(`[${Object.keys(REPLACED).join('')}]`, 'g');
const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Scripts that put no spaces between words. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー]';
export const WORD = new RegExp(`(${UNSPACED}+)|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
/** Finds the same words, but faster, in texts without those scripts. */
const SPACED_WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
/** Thai comes first in Unicode of those scripts. */
const MAY_BE_UNSPACED = /[\u0e00-\uffff]/;
// oxlint-disable-next-line no-control-regex -- ASCII has control characters, too
const ASCII = /^[\0-\x7f]*$/;
/** Digits with separators, such as a date: people also write them without. */
const DIGIT_GROUPS = /(?<!\d)\d+(?:[ .\-/]\d+)+/g;
const DIGITS = /^\d+$/;
const ARTICLE = 'ال';

/** The words of a text that can be found, at most 500. */
export function wordsOf(text: string): Set<string> {
  const folded = fold(text);
  const words = new Set<string>();
  const add = (word: string): void => {
    if (words.size < MAX_WORDS_A_MESSAGE) words.add(shorten(word));
  };
  const addSpaced = (word: string): void => {
    if (word.length < 2) return;
    add(word);
    if (hasArticle(word)) add(word.slice(ARTICLE.length));
  };
  if (MAY_BE_UNSPACED.test(folded)) {
    for (const [word, unspaced] of folded.matchAll(WORD)) {
      if (unspaced === undefined) addSpaced(word);
      else for (const pair of pairsOf(word)) add(pair);
    }
  } else folded.match(ASCII.test(folded) ? ASCII_WORD : SPACED_WORD)?.forEach(addSpaced);
  for (const digits of folded.match(DIGIT_GROUPS) ?? []) {
    const groups = digits.split(/\D/).slice(0, MAX_DIGIT_GROUPS);
    for (let first = 0; first < groups.length - 1; first++) add(groups.slice(first).join(''));
  }
  for (const number of folded.match(NUMBER) ?? []) endingsOf(number).forEach(add);
  return words;
}

/** Alternatives for one word of a query: a text must have a word that begins with one of them. */
export type QueryWord = readonly [string, ...string[]];

/** Words of a query, which must all occur; none if it has no letter or digit. */
export function wordsOfQuery(query: string): QueryWord[] {
  const text = fold(query)
    .replace(NUMBER, (number) => {
      const digits = number.replace(/\D/g, '');
      return isNumber(digits) ? digits : number;
    })
    .replace(DIGIT_GROUPS, (digits) => digits.replace(/\D/g, ''));
  const long = new Set<string>();
  const short = new Set<string>();
  for (const [word, unspaced] of text.matchAll(WORD)) {
    if (unspaced !== undefined) {
      const pairs = pairsOf(word);
      for (const pair of pairs.length > 1 ? pairs.slice(0, -1) : pairs) long.add(pair);
    } else if (word.length === 1) short.add(word);
    else long.add(shorten(hasArticle(word) ? word.slice(ARTICLE.length) : word));
  }
  return [...(long.size > 0 ? long : short)].map((word) =>
    DIGITS.test(word) ? askedFor(word) : [word],
  );
}

export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return normalized(text, 'NFKD')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(REPLACEABLE, (letter) => REPLACED[letter] ?? letter)
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Each character with the next one, and the last one alone: so that any part of the text is found. */
function pairsOf(text: string): string[] {
  const characters = Array.from(text);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/** Whether an Arabic word begins with the article, and would still be a word without it. */
function hasArticle(word: string): boolean {
  return word.startsWith(ARTICLE) && word.length >= ARTICLE.length + 3;
}

function shorten(word: string): string {
  if (word.length <= MAX_WORD_LENGTH) return word;
  return Array.from(word.slice(0, 2 * MAX_WORD_LENGTH))
    .slice(0, MAX_WORD_LENGTH)
    .join('');
}
