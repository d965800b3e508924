import { endingsOf, NUMBER } from './numbers';
import { fold, WORD, wordsOf, type QueryWord } from './words';

/** A range of a text, in UTF-16 units; `to` is exclusive. */
export type Mark = readonly [from: number, to: number];

export interface Hits {
  /** Number of the query's words that occur. */
  words: number;
  /** Marked ranges, in order and not adjacent. */
  marks: readonly Mark[];
}

const NO_HITS: Hits = { words: 0, marks: [] };
const MAX_MARKS = 100;
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** Makes a function that finds a query's words in a text, by the same rules as the index. */
export function createHitFinder(query: readonly QueryWord[]): (text: string) => Hits {
  const beginnings = query.flat();
  const hasDigits = beginnings.some((beginning) => /^\d+$/.test(beginning));

  const mayHave = (folded: string): boolean =>
    beginnings.some((beginning) => folded.includes(beginning)) ||
    (hasDigits && NUMBER_IN.test(folded));

  return (text) => {
    if (!mayHave(fold(text))) return NO_HITS;
    const found = new Set<QueryWord>();
    const marks: Mark[] = [];
    const look = (part: string, from: number, forms: Iterable<string>): void => {
      let isHit = false;
      for (const form of forms) {
        for (const word of query) {
          if (!word.some((beginning) => form.startsWith(beginning))) continue;
          found.add(word);
          isHit = true;
        }
      }
      if (isHit && marks.length < MAX_MARKS) marks.push([from, from + part.length]);
    };
    for (const { 0: word, 1: unspaced, index } of text.matchAll(WORD)) {
      if (unspaced === undefined) look(word, index, wordsOf(word));
      else for (const [pair, from] of pairsIn(word, index)) look(pair, from, [fold(pair)]);
    }
    if (hasDigits) {
      const digits = text.replace(OTHER_DIGIT, (digit) => fold(digit));
      for (const { 0: number, index } of digits.matchAll(NUMBER)) {
        look(number, index, [...wordsOf(number), ...endingsOf(number)]);
      }
    }
    return { words: found.size, marks: joined(marks) };
  };
}

const NUMBER_IN = new RegExp(NUMBER.source);

/** Pairs of neighbouring characters, as text in scripts without spaces is indexed. */
function* pairsIn(text: string, start: number): Generator<[pair: string, from: number]> {
  const characters = Array.from(text);
  let from = start;
  for (const [index, character] of characters.entries()) {
    yield [character + (characters[index + 1] ?? ''), from];
    from += character.length;
  }
}

function joined(marks: readonly Mark[]): Mark[] {
  const result: Mark[] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}
