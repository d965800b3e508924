import { createRelevance } from '../knowledge/relevance';
import { createSlices } from '../knowledge/slices';
import { contentWordsOf, type Word } from '../language';

/** From 0 to 1: how much of each other two questions must say. */
const SIMILAR = 0.5;
/** No real question is longer, and comparing takes time for each pair of words. */
const MAX_WORDS = 16;
/** Of the groups that share a word with a question, those that share most. */
const MAX_COMPARED = 5;
/** A word of so many groups tells nothing. */
const MAX_PLACES = 200;
/** So many first letters find related words: livrer, livraisons. */
const PREFIX = 5;

interface Asked {
  words: Word[];
  answerWords: Word[];
}

/**
 * Puts questions that say the same in other words together: with other endings, word order, or small mistakes.
 * Each is compared with the first question of a group. Groups, and the questions of each, keep their order.
 */
export async function groupQuestions<Item extends { question: string }>(
  items: readonly Item[],
): Promise<Item[][]> {
  const slices = createSlices();
  const asked: Asked[] = [];
  for (const { question } of items) {
    asked.push({ words: contentWordsOf(question).slice(0, MAX_WORDS), answerWords: [] });
    await slices.pause();
  }
  const relevance = createRelevance(asked.map(({ words }) => words));
  const isSimilar = (a: Asked, b: Asked): boolean =>
    relevance(a.words, b) >= SIMILAR && relevance(b.words, a) >= SIMILAR;

  const groups: { first: Asked; items: Item[] }[] = [];
  const places = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    const one = asked[index]!;
    const keys = keysOf(one.words);
    const group = closest(keys, places)
      .map((place) => groups[place]!)
      .find(({ first }) => isSimilar(one, first));
    if (group) group.items.push(item);
    else {
      for (const key of keys) places.set(key, [...(places.get(key) ?? []), groups.length]);
      groups.push({ first: one, items: [item] });
    }
    await slices.pause();
  }
  return groups.map((group) => group.items);
}

function keysOf(words: readonly Word[]): string[] {
  return [
    ...new Set(
      words.flatMap(({ text, stems }) =>
        text.length > PREFIX ? [...stems, `${text.slice(0, PREFIX)}*`] : stems,
      ),
    ),
  ];
}

/** The groups that share most with a question, first. */
function closest(keys: readonly string[], places: ReadonlyMap<string, number[]>): number[] {
  const shared = new Map<number, number>();
  for (const key of keys) {
    const known = places.get(key) ?? [];
    if (known.length > MAX_PLACES) continue;
    for (const place of known) {
      // A rare word tells more.
      shared.set(place, (shared.get(place) ?? 0) + 1 / known.length);
    }
  }
  return [...shared]
    .toSorted(([a, n], [b, m]) => m - n || a - b)
    .slice(0, MAX_COMPARED)
    .map(([place]) => place);
}
