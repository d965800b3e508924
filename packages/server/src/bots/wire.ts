import type { MessageSource } from '@chat-relay/widget-sdk/frames';

/** Responses of the routes about bots. Times are ISO 8601 UTC. */

export type PassageSource = 'faq' | 'knowledge';

/** The decision of the bot on a visitor's message, and why. */
export interface BotTest {
  decision: 'answer' | 'escalate';
  reason?: 'low_confidence' | 'restricted_topic' | 'user_requested';
  /** The text that the visitor would get: the answer, or the reply of a restricted topic. */
  answer?: string;
  sources?: MessageSource[];
  /** The confidence of the best candidate; 0 without one. */
  confidence: number;
  candidates: { title: string; confidence: number; source: PassageSource }[];
}

/** A passage that came close to a question; `confidence` is 0 to 1. */
export interface PassageMatch {
  title: string;
  source: PassageSource;
  /** The id of the entry or of the document. */
  source_id: string;
  url: string | null;
  confidence: number;
}

/** The passages that the bot found for the question that it handed over last. */
export interface ClosestPassages {
  /** Null: it handed over none for lack of confidence. */
  question: string | null;
  asked_at: string | null;
  /** The decision of the bot if it were asked now. */
  decision: 'answer' | 'escalate' | null;
  confidence_threshold: number;
  /** The best first. */
  passages: (PassageMatch & { text: string })[];
}

/** A question that the bot would answer with another threshold. */
export interface NewlyAnswered {
  conversation_id: string;
  asked_at: string;
  question: string;
  answer: string;
  passage: PassageMatch;
}

export interface ThresholdPreview {
  threshold: number;
  confidence_threshold: number;
  /** `questions`: the latest that were handed over, at most 100. `looked_at`: how many of them were asked again. */
  questions: number;
  looked_at: number;
  answered_now: number;
  newly_answered: NewlyAnswered[];
}

export interface QuestionGroup {
  /** The latest of the questions, without what is personal. */
  example: string;
  count: number;
  last_at: string;
  /** The latest first. */
  conversation_ids: string[];
  suggested_answer: string;
  /** The closest passage for the example among today's documents. */
  closest: PassageMatch | null;
}

export interface Translation {
  seq: number;
  language: string;
  /** The language that the model recognised; null: it did not say. */
  source_language: string | null;
  content: string;
}

/** An operator's text in the visitor's language. */
export interface TranslatedDraft {
  content: string;
  locale: string;
}

export interface BotResponses {
  'console/test/bot': BotTest;
  'console/fetch/closest-passages': ClosestPassages;
  'console/fetch/threshold-preview': ThresholdPreview;
  'console/fetch/unanswered': { groups: QuestionGroup[]; confidence_threshold: number };
  'console/dismiss/unanswered': { dismissed: number };
  'console/translate/message': { translation: Translation };
  'console/translate/draft': { draft: TranslatedDraft };
}
