import { isSameWord, type Word } from '../language';

interface Candidate {
  /** The words of one way to ask for an entry. */
  words: readonly Word[];
  answerWords: readonly Word[];
}

/** The weight of a word that only the answer has, or that is only similar. */
const IN_ANSWER = 0.5;
const ALIKE = 0.85;
/** A short question that names the subject still counts as a question. */
const SHARE_OF_COVERAGE = 0.5;

/**
 * How certain it is, from 0 to 1, that a candidate answers the question: the share of the question's words that
 * the candidate has, reduced if the candidate is about more than that. Rare words of the FAQ weigh more.
 * Unknown words weigh as much as the rarest, because the FAQ can't answer them.
 */
export function createRelevance(corpus: readonly (readonly Word[])[]) {
  /** Places, in the corpus, of the questions that have a stem. */
  const places = new Map<string, Set<number>>();
  for (const [place, words] of corpus.entries()) {
    for (const stem of words.flatMap(({ stems }) => stems)) {
      const known = places.get(stem) ?? new Set();
      places.set(stem, known.add(place));
    }
  }

  /** A word is compared with many candidates. */
  const weights = new WeakMap<Word, number>();
  function weightOf(word: Word): number {
    const known = weights.get(word);
    if (known !== undefined) return known;
    const found = new Set(word.stems.flatMap((stem) => [...(places.get(stem) ?? [])]));
    // The root keeps one rare word from outweighing the rest.
    const weight = Math.sqrt(Math.log((1 + corpus.length) / Math.max(found.size, 1)) + 1);
    weights.set(word, weight);
    return weight;
  }

  return function relevance(asked: readonly Word[], candidate: Candidate): number {
    const known = coverage(asked, (word) =>
      Math.max(
        bestMatch(word, candidate.words),
        IN_ANSWER * bestMatch(word, candidate.answerWords),
      ),
    );
    const used = coverage(candidate.words, (word) => bestMatch(word, asked));
    if (used === 0) return 0;
    return known * (1 - SHARE_OF_COVERAGE + SHARE_OF_COVERAGE * used);
  };

  function coverage(words: readonly Word[], match: (word: Word) => number): number {
    let total = 0;
    let matched = 0;
    for (const word of words) {
      const weight = weightOf(word);
      total += weight;
      matched += weight * match(word);
    }
    return total === 0 ? 0 : matched / total;
  }
}

function bestMatch(word: Word, others: readonly Word[]): number {
  if (others.some((other) => isSameWord(word, other))) return 1;
  return others.some((other) => isAlike(word.text, other.text)) ? ALIKE : 0;
}

/** The same word with a typing error, or a related word: livrer, livraison. */
function isAlike(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 5) return false;
  let common = 0;
  while (common < shorter && a[common] === b[common]) common += 1;
  if (common >= 5 && common >= shorter - 2) return true;
  return Math.abs(a.length - b.length) <= 1 && isOneEditApart(a, b);
}

/** One letter inserted, removed or changed, or two neighbours swapped. */
function isOneEditApart(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  let i = 0;
  while (i < short.length && long[i] === short[i]) i += 1;
  if (long.length > short.length) return long.slice(i + 1) === short.slice(i);
  if (long.slice(i + 1) === short.slice(i + 1)) return true;
  const isSwap = long[i] === short[i + 1] && long[i + 1] === short[i];
  return isSwap && long.slice(i + 2) === short.slice(i + 2);
}
