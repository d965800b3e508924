import { contentWordsOf, languageOf, type Word } from '../language';
import { createSlices } from '../../platform/slices';
import type { Part } from './split';

/** What the index knows of a document. */
export interface IndexedDocument {
  documentId: string;
  revision: number;
  title: string;
  url: string | null;
  locale: string | null;
}

export interface FoundPart {
  document: IndexedDocument;
  /** Its place in the document, from 0. */
  place: number;
  text: string;
  /** 0 to 1. */
  confidence: number;
}

interface Entry {
  document: IndexedDocument;
  place: number;
  headings: string;
  text: string;
}

/** The passages of one tenant, by the stems of their words. */
export interface PassageIndex {
  /** How many passages it has. */
  readonly size: number;
  documents(): Iterable<IndexedDocument>;
  add(document: IndexedDocument, place: number, part: Part): void;
  /** Removes one passage of a document. @returns whether it has more */
  removeOne(documentId: string): boolean;
  /** The best first, whatever their confidence is. */
  search(text: string): Promise<FoundPart[]>;
}

const MAX_FOUND = 20;
/** So many of those with the most words of the question are read closely. */
const MAX_READ = 40;
/** No real question is longer, and the search takes time for each word. */
const MAX_ASKED_WORDS = 50;

/**
 * For each stem, the numbers of the passages that have it: lists of small integers take a quarter of the memory that
 * the FAQ's search engine takes for the same passages. A number is free again once its passage is removed.
 */
export function createPassageIndex(): PassageIndex {
  const entries: (Entry | undefined)[] = [];
  const free: number[] = [];
  const places = new Map<string, number[]>();
  const numbersOf = new Map<string, { document: IndexedDocument; numbers: number[] }>();

  const stemsOf = ({ document, headings, text }: Entry): Set<string> =>
    new Set(wordsIn(document, `${headings} ${text}`).flatMap(({ stems }) => stems));

  const placesOf = ({ stems }: Word): readonly number[] => {
    const found = stems.flatMap((stem) => places.get(stem) ?? []);
    return stems.length > 1 ? [...new Set(found)] : found;
  };

  /** The words of a question with their weights: rare words weigh more, unknown ones as much as the rarest. */
  const weigh = (text: string): Asked[] => {
    const words = contentWordsOf(text).slice(0, MAX_ASKED_WORDS);
    const distinct = words.filter(
      (word, i) => i === words.findIndex((other) => other.text === word.text),
    );
    const size = entries.length - free.length;
    return distinct.map(({ text: plain, stems }) => {
      const word = { text: plain, stems: [...stems, unstemmed(plain)] };
      const numbers = placesOf(word);
      // The root keeps one rare word from outweighing the rest.
      const weight = Math.sqrt(Math.log((1 + size) / Math.max(numbers.length, 1)) + 1);
      return { word, weight, numbers };
    });
  };

  return {
    get size() {
      return entries.length - free.length;
    },
    documents: () => [...numbersOf.values()].map(({ document }) => document),

    add(document, place, { headings, text }) {
      const entry = { document, place, headings: [document.title, ...headings].join('\n'), text };
      const number = free.pop() ?? entries.length;
      entries[number] = entry;
      for (const stem of stemsOf(entry)) {
        const known = places.get(stem);
        if (known) known.push(number);
        else places.set(stem, [number]);
      }
      const owned = numbersOf.get(document.documentId) ?? { document, numbers: [] };
      owned.numbers.push(number);
      numbersOf.set(document.documentId, owned);
    },

    removeOne(documentId) {
      const owned = numbersOf.get(documentId)?.numbers ?? [];
      const number = owned.pop();
      if (number !== undefined) {
        for (const stem of stemsOf(entries[number]!)) {
          const known = places.get(stem) ?? [];
          known.splice(known.lastIndexOf(number), 1);
          if (known.length === 0) places.delete(stem);
        }
        entries[number] = undefined;
        free.push(number);
      }
      if (owned.length > 0) return true;
      numbersOf.delete(documentId);
      return false;
    },

    async search(text) {
      const asked = weigh(text);
      const scores = new Map<number, number>();
      for (const { weight, numbers } of asked) {
        for (const number of numbers) scores.set(number, (scores.get(number) ?? 0) + weight);
      }
      // Now: an entry may be removed while others are read.
      const found = [...scores]
        .toSorted(([a, one], [b, other]) => other - one || a - b)
        .slice(0, MAX_READ)
        .map(([number]) => entries[number]!);
      const { pause } = createSlices();
      const rated: (FoundPart & { inText: number })[] = [];
      for (const entry of found) {
        await pause();
        rated.push({ ...entry, ...rate(asked, entry) });
      }
      return rated
        .toSorted((a, b) => b.confidence - a.confidence || b.inText - a.inText || a.place - b.place)
        .slice(0, MAX_FOUND);
    },
  };
}

const STEMMED = ['fr', 'en'];

/** The words of a document in a language without stemmer are compared as they are. */
function wordsIn({ locale }: IndexedDocument, text: string): Word[] {
  const words = contentWordsOf(text);
  if (locale === null || STEMMED.includes(languageOf(locale))) return words;
  return words.map(({ text: plain }) => ({ text: plain, stems: [unstemmed(plain)] }));
}

/** No stem begins like this. */
function unstemmed(word: string): string {
  return `=${word}`;
}

interface Asked {
  word: Word;
  weight: number;
  /** The passages that have it. */
  numbers: readonly number[];
}

/** How many words in a row may answer a question. */
const WINDOW_WORDS = 40;
/** How much depends on the headings naming the question's words, and on the title naming nothing else. */
const SHARE_OF_HEADINGS = 0.5;
const SHARE_OF_TITLE = 0.2;
/** Passages that match less are rarely answers: measured with questions about this project's documents. */
const EVEN_ODDS = 0.735;

/**
 * How certain it is, from 0 to 1, that a passage answers the question: the share of the question's words that its
 * headings and some words in a row have, squared because one missing word changes the subject, and reduced if the
 * headings have few of them: those say what it is about.
 */
function rate(
  asked: readonly Asked[],
  { document, headings, text }: Entry,
): { confidence: number; inText: number } {
  const total = asked.reduce((sum, { weight }) => sum + weight, 0);
  const placeOf = placesByStem(asked);
  const titled = new Set(wordsIn(document, headings).flatMap(({ stems }) => stems));
  const inHeadings = asked.map(({ word }) => word.stems.some((stem) => titled.has(stem)));
  const weightOf = (isIn: (place: number) => boolean): number =>
    asked.reduce((sum, { weight }, place) => sum + (isIn(place) ? weight : 0), 0);

  /** Where each word of the question last was. */
  const lastAt = asked.map(() => -Infinity);
  let best = weightOf((place) => inHeadings[place]!);
  for (const [at, word] of wordsIn(document, text).entries()) {
    const place = placeOf(word);
    if (place === Infinity) continue;
    lastAt[place] = at;
    best = Math.max(
      best,
      weightOf((one) => inHeadings[one]! || at - lastAt[one]! < WINDOW_WORDS),
    );
  }
  const share = weightOf((place) => inHeadings[place]!) / total;
  const lines = headings.split('\n');
  const ofTitle = Math.max(
    ...[lines[0]!, lines.at(-1)!].map((line) => {
      const words = wordsIn(document, line);
      const named = words.filter((word) => placeOf(word) < Infinity);
      return words.length === 0 ? 0 : named.length / words.length;
    }),
  );
  const match =
    (best / total) ** 2 * (1 - SHARE_OF_HEADINGS * (1 - share) - SHARE_OF_TITLE * (1 - ofTitle));
  return {
    confidence: calibrated(match),
    inText: weightOf((place) => lastAt[place]! >= 0) / total,
  };
}

/** The first place in the question of a word that is the same; `Infinity` without one. */
function placesByStem(asked: readonly Asked[]): (word: Word) => number {
  const places = new Map<string, number>();
  for (const [place, { word }] of asked.entries()) {
    for (const stem of word.stems) if (!places.has(stem)) places.set(stem, place);
  }
  return ({ stems }) => Math.min(...stems.map((stem) => places.get(stem) ?? Infinity));
}

/** So that the default `confidence_threshold`, 0.5, fits the FAQ and the documents. */
function calibrated(match: number): number {
  if (match < EVEN_ODDS) return (0.5 * match) / EVEN_ODDS;
  return 0.5 + (0.5 * (match - EVEN_ODDS)) / (1 - EVEN_ODDS);
}
