import { createRelevance } from '../knowledge/relevance';
import { createSlices } from '../../platform/slices';
import { contentWordsOf, type Word } from '../language';

type Relevance = ReturnType<typeof createRelevance>;
type Slices = ReturnType<typeof createSlices>;

/** The similarity, 0 to 1, from which two questions belong to one group. */
const SIMILAR = 0.55;
/** The same with equal weights of all words. Higher, because subjects that differ must not be joined here. */
const SAME_SUBJECT = 0.6;
/** No real question is longer, and comparing takes time for each pair of words. */
const MAX_WORDS = 12;
/** A question is compared with the groups that share most words with it, and with no more than these. */
const MAX_COMPARED = 5;
/** A word that occurs in more groups than this tells nothing. */
const MAX_PLACES = 200;
/** How many first letters related words share: livrer, livraisons. */
const PREFIX = 5;

interface Asked {
  words: Word[];
  answerWords: Word[];
}

interface Group {
  first: Asked;
  /** Indexes of its questions in the list. */
  members: number[];
}

/**
 * Puts questions that say the same in other words together: with other endings, word order, numbers, or small
 * mistakes. Each is compared with the first question of a group. Groups, and the questions of each, keep their order.
 */
export async function groupQuestions<Item extends { question: string }>(
  items: readonly Item[],
): Promise<Item[][]> {
  const slices = createSlices();
  const asked: Asked[] = [];
  for (const { question } of items) {
    asked.push({ words: tellingWordsOf(question), answerWords: [] });
    await slices.pause();
  }
  // The first pass has equal weights. A question that many visitors ask then counts as one subject: counted each time,
  // its words would seem common and weigh too little.
  const subjects = await group(asked, createRelevance([]), SAME_SUBJECT, slices);
  const relevance = createRelevance(subjects.map(({ first }) => first.words));
  const groups = await group(asked, relevance, SIMILAR, slices);
  return groups.map(({ members }) => members.map((place) => items[place]!));
}

/** The meaningful words of a question, without numbers: an order's number says nothing about the subject. */
function tellingWordsOf(question: string): Word[] {
  const parts = question.split(/\s+/).filter((part) => !/\p{N}/u.test(part));
  const words = contentWordsOf(parts.join(' '));
  return (words.length > 0 ? words : contentWordsOf(question)).slice(0, MAX_WORDS);
}

async function group(
  asked: readonly Asked[],
  relevance: Relevance,
  least: number,
  slices: Slices,
): Promise<Group[]> {
  const isSimilar = (a: Asked, b: Asked): boolean =>
    relevance(a.words, b) >= least && relevance(b.words, a) >= least;
  const groups: Group[] = [];
  /** Words of a group's first question → the group. Questions with exactly these words need no comparison. */
  const known = new Map<string, Group>();
  const places = new Map<string, number[]>();
  for (const [index, one] of asked.entries()) {
    const exact = one.words.map(({ text }) => text).join(' ');
    const keys = keysOf(one.words);
    const found =
      known.get(exact) ??
      closest(keys, places)
        .map((place) => groups[place]!)
        .find(({ first }) => isSimilar(one, first));
    if (found) found.members.push(index);
    else {
      for (const key of keys) addPlace(places, key, groups.length);
      const made = { first: one, members: [index] };
      if (exact !== '') known.set(exact, made);
      groups.push(made);
    }
    await slices.pause();
  }
  return groups;
}

/** Adds a group's index to a word. A list longer than `MAX_PLACES` is never read, so it stops growing. */
function addPlace(places: Map<string, number[]>, key: string, place: number): void {
  const known = places.get(key);
  if (!known) places.set(key, [place]);
  else if (known.length <= MAX_PLACES) known.push(place);
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
