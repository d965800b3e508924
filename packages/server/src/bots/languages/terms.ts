import { normalized } from '../../platform/combining-marks';
import { segment, UNSPACED } from '../language';
import type { Language } from './languages';
import { stemsOf, plainWord } from './stems';
import { everydayWordsOf, isAnyStopWord, stopWordsOf } from './stop-words';
import { phrasesFrom, type Phrase } from './synonyms';
import { plainNumber, unitIn } from './units';

/** A word of a text, or a phrase that counts as one. */
export interface Term {
  /** The word in lower case, without accents. */
  text: string;
  /** The word in lower case, with its accents. */
  written: string;
  /** Two terms are equal if they share one. */
  stems: readonly string[];
  kind: 'stop' | 'everyday' | 'number' | 'content';
  /** Stems of each word, if the term is a phrase. */
  inPhrase?: readonly (readonly string[])[];
  isCapital: boolean;
}

/** `SQ-311`: one of these is not another. */
const CODE = /^(\p{L}{1,4})-(\d{1,8})$/u;
/** Pieces of an address are no words. */
const URL_LIKE = /https?:\/\/\S+/giu;
const RUNS =
  /(?<![\p{L}\p{N}])\p{L}{1,4}-\d{1,8}(?![\p{L}\p{N}])|\d+(?:[.,:]\d+)*[\p{L}\p{M}\p{N}]*|[\p{L}\p{M}\p{N}]+|[€$£%]/gu;
const NUMBER = /^\d+(?:[.,:]\d+)*/u;
/** Letters that may stand right after a number: `9h30`, `30kg`, `2nd`. */
const AFTER_NUMBER =
  /^(?:h|j|x|e|er|ère|ème|eme|º|ª|th|st|nd|rd|am|pm|uhr|m|m2|l|g|ml|cl|mm|k)\d*$/u;
const MARK = /\p{M}/u;
/** Written in many ways. */
const EMAIL = /\be[-\u2010\u2011 ]?mail/gi;
/** So many words without meaning may stand inside a phrase: "send it back". */
const MAX_GAP = 2;

/** The stems of a text that is searched: a phrase has those of its words, too. */
export const searchedStems = ({ stems, inPhrase }: Term): readonly string[] =>
  inPhrase === undefined ? stems : [...stems, ...inPhrase.flat()];

/** The terms of a text in a language; null: one that the bot does not know. */
export function termsOf(language: Language | null, text: string): Term[] {
  const plain = MARK.test(text) ? normalized(text, 'NFC') : text;
  const runs = plain.replaceAll(URL_LIKE, ' ').replaceAll(EMAIL, 'email').match(RUNS) ?? [];
  const words = runs.flatMap((run) => (UNSPACED.test(run) ? segment(run) : numberAndUnit(run)));
  const terms = words.map((word) => termOf(language, word));
  return language === null ? terms : withPhrases(language, terms);
}

/** `5G` is a word, `5kg` is a number and a unit. */
function numberAndUnit(run: string): string[] {
  if (CODE.test(run)) return [run.replace('-', '')];
  const [number = ''] = NUMBER.exec(run) ?? [];
  const rest = run.slice(number.length);
  if (number === '' || rest === '') return [run];
  return AFTER_NUMBER.test(rest) || unitIn(rest.toLowerCase()) !== null ? [number, rest] : [run];
}

const MAX_KNOWN = 60_000;
/** Longer words are rare. */
const MAX_KNOWN_CHARS = 40;
/** Keeps terms for each language: texts repeat their words, and reading one takes far longer than a look-up. */
const known = new Map<Language | null, Map<string, Term>>();

function termOf(language: Language | null, word: string): Term {
  const terms = known.get(language) ?? new Map<string, Term>();
  const before = terms.get(word);
  if (before) return before;
  const term = readTerm(language, word);
  if (terms.size >= MAX_KNOWN) terms.clear();
  known.set(language, terms);
  if (word.length <= MAX_KNOWN_CHARS) terms.set(word, term);
  return term;
}

function readTerm(language: Language | null, word: string): Term {
  const lower = word.toLowerCase();
  const isCapital = lower !== word;
  if (/^[\d.,:]+$/.test(word)) {
    const number = plainNumber(word);
    return { text: number, written: lower, stems: [`#${number}`], kind: 'number', isCapital };
  }
  const unit = unitIn(lower);
  if (unit !== null) {
    return { text: unit, written: lower, stems: [`#${unit}`], kind: 'everyday', isCapital };
  }
  const text = plainWord(language, lower);
  const stems = stemsOf(language, lower);
  return { text, written: lower, stems, kind: kindOf(language, text, lower), isCapital };
}

function kindOf(language: Language | null, text: string, lower: string): Term['kind'] {
  if (language === null) return isAnyStopWord(text) ? 'stop' : 'content';
  const is = (list: ReadonlySet<string>): boolean => list.has(text) || list.has(lower);
  if (is(stopWordsOf(language))) return 'stop';
  return is(everydayWordsOf(language)) ? 'everyday' : 'content';
}

function withPhrases(language: Language, terms: readonly Term[]): Term[] {
  const joined: Term[] = [];
  for (let place = 0; place < terms.length;) {
    const term = terms[place]!;
    const end = phraseEnd(language, terms, place);
    if (end === null) {
      joined.push(term);
      place += 1;
    } else {
      const { stem: text } = end.phrase;
      const inPhrase = terms
        .slice(place, end.place)
        .filter(({ kind }) => kind !== 'stop')
        .map(({ stems }) => stems);
      const phrase: Term = { ...term, text, written: text, stems: [text], inPhrase };
      joined.push({ ...phrase, kind: 'content', isCapital: false });
      place = end.place;
    }
  }
  return joined;
}

function phraseEnd(
  language: Language,
  terms: readonly Term[],
  from: number,
): { phrase: Phrase; place: number } | null {
  for (const phrase of phrasesFrom(language, terms[from]!.stems)) {
    let place = from + 1;
    const isThere = phrase.words.slice(1).every((stems) => {
      for (let gap = 0; gap <= MAX_GAP; gap++, place++) {
        const term = terms[place];
        if (term?.stems.some((stem) => stems.includes(stem))) {
          place += 1;
          return true;
        }
        if (term?.kind !== 'stop') return false;
      }
      return false;
    });
    if (isThere) return { phrase, place };
  }
  return null;
}
