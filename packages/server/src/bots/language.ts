import { normalized } from '../platform/combining-marks';
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemFrench } from '@orama/stemmers/french';
import { STOP_WORDS } from './language-stop-words';

/**
 * A word by all its stems: French and English, with its accents and without. Two words are equal if they share
 * one, so the visitor's language and spelling need not be known.
 */
export interface Word {
  text: string;
  stems: readonly string[];
}

/** Lower case without accents, as people type in a hurry. */
export function fold(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss');
  return normalized(plain, 'NFD').replaceAll(/\p{M}/gu, '');
}

/** `fr` of `fr-CA`. */
export function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[-_]/)[0] ?? '';
}

export function wordsOf(text: string): Word[] {
  const runs =
    normalized(text, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs
    .flatMap((run) => (UNSPACED.test(run) ? segment(run) : [run]))
    .map((word) => ({ text: fold(word), stems: stemsOf(word) }));
}

/** The words that carry the meaning; all of them if none would be left. */
export function contentWordsOf(text: string): Word[] {
  const words = wordsOf(text);
  const content = words.filter((word) => !STOP_WORDS.has(word.text));
  return content.length > 0 ? content : words;
}

export function isSameWord(a: Word, b: Word): boolean {
  return a.stems.some((stem) => b.stems.includes(stem));
}

/**
 * Finds phrases in a text: whether their words occur in it, one after the other. The places of a word are the bits of
 * one number, so that neither a text nor a phrase that repeats its words takes longer.
 */
export function phraseFinder(words: readonly Word[]): (phrase: readonly Word[]) => boolean {
  const placesOf = new Map<string, bigint>();
  for (const [place, { stems }] of words.entries()) {
    for (const stem of stems) {
      placesOf.set(stem, (placesOf.get(stem) ?? 0n) | (1n << BigInt(place)));
    }
  }
  return (phrase) => {
    let starts = phrase.length === 0 ? 0n : -1n;
    for (const [offset, { stems }] of phrase.entries()) {
      const places = stems.reduce((all, stem) => all | (placesOf.get(stem) ?? 0n), 0n);
      starts &= places >> BigInt(offset);
      if (starts === 0n) return false;
    }
    return starts !== 0n;
  };
}

const MAX_KNOWN_WORDS = 30_000;
/** No word of these languages is longer; the stemmers read a longer one again and again. */
const MAX_STEMMED_CHARS = 40;
/** Stemming takes far longer than a look-up, and texts repeat their words. */
const knownStems = new Map<string, readonly string[]>();

function stemsOf(word: string): readonly string[] {
  const known = knownStems.get(word);
  if (known) return known;
  const plain = fold(word);
  if (word.length > MAX_STEMMED_CHARS) return [plain];
  const stems = [stemFrench(word), stemFrench(plain), stemEnglish(plain)].map(fold);
  const distinct = [...new Set(stems)];
  if (knownStems.size >= MAX_KNOWN_WORDS) knownStems.clear();
  knownStems.set(word, distinct);
  return distinct;
}

/** Scripts that leave no space between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Each word that the segmenter finds carries a copy of its text, so that a long one is given in pieces. */
const SEGMENTED_CHARS = 200;

/** The words of a run without blanks between them. */
export function segment(run: string): string[] {
  const words: string[] = [];
  for (let from = 0; from < run.length;) {
    const piece = run.slice(from, from + SEGMENTED_CHARS);
    const found = Array.from(segmenter.segment(piece), ({ segment: word }) => word);
    // The last word may continue after the piece.
    if (from + piece.length < run.length && found.length > 1) found.pop();
    for (const word of found) {
      words.push(word);
      from += word.length;
    }
  }
  return words;
}
