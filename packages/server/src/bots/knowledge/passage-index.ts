import { createSlices, inSlices } from '../../platform/slices';
import { detectLanguage } from '../languages/detect';
import { knownLanguage, type Language } from '../languages/languages';
import { searchedStems, termsOf, type Term } from '../languages/terms';
import { answerKindOf } from './matching/answer-kinds';
import { askedTerms, knownPart, type AskedTerm } from './matching/asked';
import { MAX_READ, passagesWith } from './matching/candidates';
import { confidenceOf } from './matching/confidence';
import { evidenceOf, type Evidence } from './matching/evidence';
import { quoteOf } from './matching/quote';
import { readPassage, type Asked, type Reading } from './matching/reading';
import type { Part } from './split';
import { createVocabulary, type Vocabulary } from './matching/vocabulary';

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
  /** The sentences of it that answer. */
  quote: string;
  /** 0 to 1. */
  confidence: number;
}

interface Entry {
  document: IndexedDocument;
  place: number;
  headings: readonly string[];
  text: string;
  language: Language | null;
}

/** The passages of one tenant, by the stems of their words. */
export interface PassageIndex {
  /** How many passages it has. */
  readonly size: number;
  /** About how much memory it takes. */
  readonly bytes: number;
  documents(): Iterable<IndexedDocument>;
  add(document: IndexedDocument, place: number, part: Part): void;
  /** Removes one passage of a document. @returns whether it has more */
  removeOne(documentId: string): boolean;
  /** The best first, whatever their confidence is. @param context what else the visitor says */
  search(text: string, context?: string): Promise<FoundPart[]>;
}

const MAX_FOUND = 20;
/** A question may be in a language that knows nearly as much of it as the one that knows most. */
const LIKELY = 0.85;
const BYTES_AN_ENTRY = 800;
/** No question is longer. */
const MAX_QUESTION_CHARS = 4_000;

interface Owned {
  document: IndexedDocument;
  numbers: number[];
  language: Language | null;
}

/** A number is free again once its passage is removed. */
export function createPassageIndex(): PassageIndex {
  const entries: (Entry | undefined)[] = [];
  const free: number[] = [];
  const vocabularies = new Map<Language | null, Vocabulary>();
  const numbersOf = new Map<string, Owned>();
  let bytes = 0;

  const vocabularyOf = (language: Language | null): Vocabulary => {
    const known = vocabularies.get(language) ?? createVocabulary();
    vocabularies.set(language, known);
    return known;
  };

  return {
    get size() {
      return entries.length - free.length;
    },
    get bytes() {
      return [...vocabularies.values()].reduce((sum, one) => sum + one.bytes, bytes);
    },
    documents: () => [...numbersOf.values()].map(({ document }) => document),

    add(document, place, { headings, text }) {
      const owned = numbersOf.get(document.documentId) ?? { document, numbers: [], language: null };
      const language = languageOf(document, owned, text);
      const entry = { document, place, headings, text, language };
      const number = free.pop() ?? entries.length;
      entries[number] = entry;
      bytes += bytesOf(entry);
      vocabularyOf(language).add(number, indexedTerms(entry));
      owned.numbers.push(number);
      owned.language ??= language;
      numbersOf.set(document.documentId, owned);
    },

    removeOne(documentId) {
      const owned = numbersOf.get(documentId)?.numbers ?? [];
      const number = owned.pop();
      const entry = number === undefined ? undefined : entries[number];
      if (number !== undefined && entry) {
        vocabularyOf(entry.language).remove(number, indexedTerms(entry));
        bytes -= bytesOf(entry);
        entries[number] = undefined;
        free.push(number);
      }
      if (owned.length > 0) return true;
      numbersOf.delete(documentId);
      return false;
    },

    async search(question, context = '') {
      const asked = question.slice(0, MAX_QUESTION_CHARS);
      if (!/[\p{L}\p{N}]/u.test(asked)) return [];
      const told = context.slice(0, MAX_QUESTION_CHARS);
      const { pause } = createSlices();
      const candidates: Candidate[] = [];
      const known = [...vocabularies].map(([language, vocabulary]) => ({
        language,
        vocabulary,
        part: knownPart(asked, language, vocabulary),
      }));
      const most = Math.max(...known.map(({ part }) => part));
      const expects = answerKindOf(asked);
      for (const { language, vocabulary, part: knownOf } of known) {
        const isLikely = knownOf >= LIKELY * most;
        const text = { question: asked, context: told, expects, isLikely };
        const size = entries.length - free.length;
        const terms = await inSlices(askedTerms(text, language, vocabulary, size));
        await pause();
        const search = { question: asked, language, terms, expects };
        const inDocuments = documentsWith(vocabulary, terms, entries);
        for (const { number, part } of passagesWith(vocabulary, terms, entries.length)) {
          // Now: an entry may be removed while others are read.
          const entry = entries[number]!;
          candidates.push({ entry, part, asked: search, inDocuments });
        }
        await pause();
      }
      const rated: Rated[] = [];
      const read = candidates.toSorted((a, b) => b.part - a.part).slice(0, MAX_READ);
      for (const { entry, asked: search, inDocuments } of read) {
        await pause();
        const { document } = entry;
        const reading = readPassage(search, { title: document.title, ...entry });
        const inDocument = inDocuments.map((documents) => (documents.has(document) ? 1 : 0));
        const evidence = evidenceOf(search, reading, inDocument);
        rated.push({ entry, asked: search, reading, evidence });
      }
      const best = rated.toSorted((a, b) => b.evidence.fit - a.evidence.fit).slice(0, MAX_FOUND);
      return best
        .map((one) => foundPart(one, best))
        .toSorted((a, b) => b.confidence - a.confidence);
    },
  };
}

interface Candidate {
  entry: Entry;
  /** The part of the question's weight that it has. */
  part: number;
  asked: Asked;
  inDocuments: readonly ReadonlySet<IndexedDocument>[];
}

interface Rated {
  entry: Entry;
  asked: Asked;
  reading: Reading;
  evidence: Evidence;
}

function foundPart({ entry, asked, reading, evidence }: Rated, all: readonly Rated[]): FoundPart {
  const { document, place, text } = entry;
  const other = all.find((one) => !isSameSection(one.entry, entry));
  const margin = evidence.fit - (other?.evidence.fit ?? 0);
  const quote = quoteOf(text, asked, reading);
  const confidence = confidenceOf(evidence, margin);
  return { document, place, text, quote, confidence };
}

/** Parts under one heading; or one answer, under several questions of the FAQ. */
const isSameSection = (a: Entry, b: Entry): boolean =>
  a.document.documentId === b.document.documentId &&
  (a.text === b.text || a.headings.join('\n') === b.headings.join('\n'));

function languageOf({ locale }: IndexedDocument, owned: Owned, text: string): Language | null {
  if (locale !== null) return knownLanguage(locale);
  return detectLanguage(text) ?? owned.language;
}

function bytesOf({ headings, text }: Entry): number {
  return BYTES_AN_ENTRY + 2 * (text.length + headings.join('').length);
}

function indexedTerms({ document, headings, text, language }: Entry): Term[] {
  const whole = [document.title, ...headings, text].join('\n');
  return termsOf(language, whole)
    .filter(({ kind }) => kind !== 'stop')
    .map((term) => ({ ...term, stems: searchedStems(term) }));
}

/** Words that are farther from that of the question may mean another thing. */
const LEAST_IN_DOCUMENT = 0.8;

/** Lists, for each term, the documents that have it anywhere. */
function documentsWith(
  vocabulary: Vocabulary,
  terms: readonly AskedTerm[],
  entries: readonly (Entry | undefined)[],
): ReadonlySet<IndexedDocument>[] {
  return terms.map(({ matches }) => {
    const documents = new Set<IndexedDocument>();
    for (const [stem, quality] of matches) {
      if (quality < LEAST_IN_DOCUMENT) continue;
      for (const number of vocabulary.find(stem)?.numbers ?? []) {
        const entry = entries[number];
        if (entry) documents.add(entry.document);
      }
    }
    return documents;
  });
}
