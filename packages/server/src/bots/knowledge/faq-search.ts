import MiniSearch from 'minisearch';
import type { FaqEntry } from '../../tenants/tenant';
import { contentWordsOf, stemsIn, type Word } from '../language';
import { createRelevance } from './relevance';
import { createSlices } from '../../platform/slices';

/** An entry that may answer, by the question of it that fits best. */
export interface FaqCandidate {
  /** Its place in the FAQ, from 0. */
  place: number;
  /** 0 to 1. */
  confidence: number;
}

/** The entries that come closest, the best first, whatever their confidence is. */
export type FaqSearch = (text: string) => Promise<FaqCandidate[]>;

/** One way to ask for an entry. */
interface Question {
  id: number;
  place: number;
  words: Word[];
  answerWords: Word[];
}

const MAX_CANDIDATES = 20;
/** No real question is longer, and the search takes time for each word. */
const MAX_ASKED_WORDS = 50;

/**
 * The search engine finds the candidates, also with typing errors; `relevance` rates them. An FAQ may have 256 KiB:
 * it is read in slices, so that nothing else waits.
 */
export async function createFaqSearch(
  faq: readonly Pick<FaqEntry, 'questions' | 'answer'>[],
): Promise<FaqSearch> {
  const { pause } = createSlices();
  const questions: Question[] = [];
  for (const [place, entry] of faq.entries()) {
    const answerWords = contentWordsOf(entry.answer);
    for (const text of entry.questions) {
      questions.push({ id: questions.length, place, words: contentWordsOf(text), answerWords });
      await pause();
    }
  }

  const index = new MiniSearch<Question>({
    fields: ['words', 'answerWords'],
    extractField: (question, field) =>
      field === 'id'
        ? String(question.id)
        : stemsIn(field === 'words' ? question.words : question.answerWords),
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: {
      boost: { words: 4 },
      fuzzy: (term) => (term.length > 4 ? 1 : false),
      prefix: (term) => term.length > 4,
    },
  });
  for (const question of questions) {
    index.add(question);
    await pause();
  }
  const relevance = createRelevance(questions.map(({ words }) => words));

  return async (text) => {
    const slices = createSlices();
    const asked = contentWordsOf(text).slice(0, MAX_ASKED_WORDS);
    const found: { question: Question; confidence: number }[] = [];
    for (const { id } of index.search(stemsIn(asked)).slice(0, MAX_CANDIDATES)) {
      await slices.pause();
      const question = questions[Number(id)]!;
      found.push({ question, confidence: relevance(asked, question) });
    }
    const rated = found
      // Equal ones in the order of the FAQ.
      .toSorted((a, b) => b.confidence - a.confidence || a.question.id - b.question.id)
      .map(({ question: { place }, confidence }) => ({ place, confidence }));
    const bestOf = new Map(rated.toReversed().map((candidate) => [candidate.place, candidate]));
    return rated.filter((candidate) => bestOf.get(candidate.place) === candidate);
  };
}
