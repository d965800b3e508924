import { fold } from '../../language';
import type { Language } from '../../languages/languages';
import { searchedStems, termsOf } from '../../languages/terms';
import { isOfKind, type AnswerKind } from './answer-kinds';
import type { AskedTerm } from './asked';
import { unitsOf, type Unit } from './passage-units';

/** The question, as it is asked of the passages in one language. */
export interface Asked {
  question: string;
  language: Language | null;
  terms: readonly AskedTerm[];
  expects: AnswerKind | null;
}

/** How well a passage matches a question. Each list of numbers, 0 to 1, has one for each term of the question. */
export interface Reading {
  units: readonly Unit[];
  /** One list for each unit. */
  inUnits: readonly (readonly number[])[];
  /** Whether each unit has the kind of answer that the question expects: an amount, a period … */
  isExpected: readonly boolean[];
  inText: readonly number[];
  inHeadings: readonly number[];
  inTitle: readonly number[];
  /** The part of the last heading, or of the title, that the question names. */
  named: number;
  /** The last heading is the question, word for word. */
  isAsked: boolean;
}

export interface ReadPassage {
  title: string;
  headings: readonly string[];
  text: string;
}

/** The quality of a match of a word that asks for an amount with one. */
const AS_KIND = 0.95;
/** An entry of a list is about what its list is about. */
const FROM_PARENT = 0.95;
/** The weight of a match with one part of a compound. */
const PART = 0.45;

export function readPassage(asked: Asked, { title, headings, text }: ReadPassage): Reading {
  const units = unitsOf(text);
  const stemsIn = (part: string): Set<string> =>
    new Set(termsOf(asked.language, part).flatMap(searchedStems));
  const matchesIn = (part: string): number[] => {
    const stems = stemsIn(part);
    return asked.terms.map((term) => matchOf(term, stems));
  };
  const isExpected = units.map(({ start, end }) => {
    return asked.expects !== null && isOfKind(asked.expects, text.slice(start, end));
  });
  const inUnits: number[][] = [];
  for (const [unit, { start, end, parent }] of units.entries()) {
    const matches = matchesIn(text.slice(start, end));
    const inParent = parent === null ? [] : inUnits[parent]!;
    inUnits.push(
      matches.map((match, term) =>
        Math.max(
          match,
          FROM_PARENT * (inParent[term] ?? 0),
          isExpected[unit] && asked.terms[term]!.isKind ? AS_KIND : 0,
        ),
      ),
    );
  }
  const most = (rows: readonly (readonly number[])[]): number[] =>
    asked.terms.map((_, term) => rows.reduce((best, row) => Math.max(best, row[term]!), 0));
  return {
    units,
    inUnits,
    isExpected,
    inText: most(inUnits),
    inHeadings: most(headings.map(matchesIn)),
    inTitle: matchesIn(title),
    isAsked: isSameText(headings.at(-1) ?? '', asked.question),
    named: Math.max(...[headings.at(-1) ?? '', title].map((line) => namedOf(asked, line))),
  };
}

const isSameText = (a: string, b: string): boolean => plain(a) === plain(b);

const plain = (text: string): string =>
  (fold(text.slice(0, MAX_SAME_CHARS)).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** Longer than a heading is. */
const MAX_SAME_CHARS = 300;

function matchOf({ matches, parts }: AskedTerm, stems: ReadonlySet<string>): number {
  let best = 0;
  for (const [stem, quality] of matches) if (quality > best && stems.has(stem)) best = quality;
  if (best < 2 * PART && parts.length > 0) {
    const found = parts.filter((part) => [...part].some((stem) => stems.has(stem))).length;
    best = Math.max(best, (2 * PART * found) / parts.length);
  }
  return best;
}

/** The part of a heading's words that the question names. */
function namedOf({ language, terms }: Asked, heading: string): number {
  const words = termsOf(language, heading).filter(({ kind }) => kind !== 'stop');
  if (words.length === 0) return 0;
  const named = words.map((word) =>
    terms.reduce((best, term) => Math.max(best, matchOf(term, new Set(searchedStems(word)))), 0),
  );
  return named.reduce((sum, one) => sum + one, 0) / words.length;
}
