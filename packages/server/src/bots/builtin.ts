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

/** An entry that may answer, by the question of it that fits best. */
export interface Candidate {
  entry: FaqEntry;
  /** 0 to 1. */
  confidence: number;
}

export interface BuiltinBot {
  /** The same text always gets the same decision. */
  answer(text: string, locale: string): BotDecision;
  /** The entries that come closest, the best first, whatever their confidence is. */
  candidates(text: string): Candidate[];
}

const DEFAULT_THRESHOLD = 0.5;

/** The built-in bot: finds the matching FAQ entry, and recognises when none matches. */
export function createBuiltinBot(config: BotConfig): BuiltinBot {
  const threshold = config.confidence_threshold ?? DEFAULT_THRESHOLD;
  const topics = (config.restricted_topics ?? []).map(({ phrases, reply }) => ({
    phrases: phrases.map(wordsOf),
    reply,
  }));
  const search = createFaqSearch(config.faq ?? []);

  function answer(text: string, locale: string): BotDecision {
    const words = wordsOf(text);
    const topic = topics.find(({ phrases }) => phrases.some((one) => containsPhrase(words, one)));
    if (topic) {
      const { reply } = topic;
      return { kind: 'escalate', reason: 'restricted_topic', ...(reply && { reply }) };
    }
    if (wantsPerson(text)) return { kind: 'escalate', reason: 'user_requested' };

    const sure = search(text).filter(({ confidence }) => confidence >= threshold);
    // An answer in another language than the visitor's is used only if there is no other.
    const best = sure.find(({ entry }) => speaks(entry, locale)) ?? sure[0];
    if (!best) return { kind: 'escalate', reason: 'low_confidence' };
    return { kind: 'reply', content: best.entry.answer, confidence: best.confidence };
  }

  function candidates(text: string): Candidate[] {
    const found = search(text);
    return found.filter(
      ({ entry }, place) => place === found.findIndex((other) => other.entry === entry),
    );
  }

  return { answer, candidates };
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

  return function search(text: string): Candidate[] {
    const asked = contentWordsOf(text).slice(0, MAX_ASKED_WORDS);
    return (
      index
        .search(stemsIn(asked))
        .slice(0, MAX_CANDIDATES)
        .map(({ id }) => questions[Number(id)]!)
        .map((question) => ({ question, confidence: relevance(asked, question) }))
        // Equal ones in the order of the FAQ.
        .toSorted((a, b) => b.confidence - a.confidence || a.question.id - b.question.id)
        .map(({ question, confidence }) => ({ entry: question.entry, confidence }))
    );
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
