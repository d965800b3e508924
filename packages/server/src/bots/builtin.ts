import MiniSearch from 'minisearch';
import { createRelevance } from './builtin-relevance';
import { containsPhrase, contentWordsOf, wordsOf, type Word } from './language';
import { wantsPerson } from './wants-person';

export interface FaqEntry {
  questions: readonly string[];
  answer: string;
  /** Entries without a locale apply to every language. */
  locale?: string | undefined;
}

export interface RestrictedTopic {
  phrases: readonly string[];
  /** Sent before a person takes over. */
  reply?: string | undefined;
}

/** The part of `tenant.bot` that this bot reads. */
export interface BotConfig {
  faq?: readonly FaqEntry[] | undefined;
  restricted_topics?: readonly RestrictedTopic[] | undefined;
  /** 0 to 1; 0.5 by default. */
  confidence_threshold?: number | undefined;
}

export type BotDecision =
  | { kind: 'reply'; content: string; confidence: number }
  | {
      kind: 'escalate';
      reason: 'low_confidence' | 'restricted_topic' | 'user_requested';
      reply?: string;
    };

export interface BuiltinBot {
  /** The same text always gets the same decision. */
  answer(text: string, locale: string): BotDecision;
}

const DEFAULT_THRESHOLD = 0.5;

/** The built-in bot: finds the matching FAQ entry, and recognises when none matches. */
export function createBuiltinBot(config: BotConfig): BuiltinBot {
  const threshold = config.confidence_threshold ?? DEFAULT_THRESHOLD;
  const topics = (config.restricted_topics ?? []).map(({ phrases, reply }) => ({
    phrases: phrases.map(wordsOf),
    reply,
  }));
  const findAnswer = createFaqSearch(config.faq ?? []);

  function answer(text: string, locale: string): BotDecision {
    const words = wordsOf(text);
    const topic = topics.find(({ phrases }) => phrases.some((one) => containsPhrase(words, one)));
    if (topic) {
      const { reply } = topic;
      return { kind: 'escalate', reason: 'restricted_topic', ...(reply && { reply }) };
    }
    if (wantsPerson(text)) return { kind: 'escalate', reason: 'user_requested' };

    const found = findAnswer(text, locale, threshold);
    if (found) return { kind: 'reply', content: found.answer, confidence: found.confidence };
    return { kind: 'escalate', reason: 'low_confidence' };
  }

  return { answer };
}

interface Match {
  answer: string;
  confidence: number;
}

/** One way to ask for an entry. */
interface Question {
  id: number;
  entry: FaqEntry;
  words: Word[];
  answerWords: Word[];
}

const MAX_CANDIDATES = 20;
/** No real question is longer, and the search takes time for each word. */
const MAX_ASKED_WORDS = 50;

/** The search engine finds the candidates, also with typing errors; `relevance` rates them. */
function createFaqSearch(faq: readonly FaqEntry[]) {
  const questions: Question[] = faq
    .flatMap((entry) => {
      const answerWords = contentWordsOf(entry.answer);
      return entry.questions.map((text) => ({ entry, words: contentWordsOf(text), answerWords }));
    })
    .map((question, id) => ({ id, ...question }));

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
  index.addAll(questions);
  const relevance = createRelevance(questions.map(({ words }) => words));

  return function find(text: string, locale: string, threshold: number): Match | null {
    const asked = contentWordsOf(text).slice(0, MAX_ASKED_WORDS);
    const candidates = index
      .search(stemsIn(asked))
      .slice(0, MAX_CANDIDATES)
      .map(({ id }) => questions[Number(id)]!)
      .map((question) => ({ question, confidence: relevance(asked, question) }))
      .filter(({ confidence }) => confidence >= threshold)
      // Equal ones in the order of the FAQ.
      .toSorted((a, b) => b.confidence - a.confidence || a.question.id - b.question.id);

    // An answer in another language than the visitor's is used only if there is no other.
    const best = candidates.find(({ question }) => speaks(question.entry, locale)) ?? candidates[0];
    return best ? { answer: best.question.entry.answer, confidence: best.confidence } : null;
  };
}

function stemsIn(words: readonly Word[]): string {
  return words.flatMap(({ stems }) => stems).join(' ');
}

function speaks(entry: FaqEntry, locale: string): boolean {
  return entry.locale === undefined || languageOf(entry.locale) === languageOf(locale);
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[-_]/)[0] ?? '';
}
