export const LANGUAGES = ['fr', 'en', 'de', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

export const ANSWERABLE_KINDS = [
  'own-words',
  'paraphrase',
  'synonym',
  'typo',
  'two-words',
  'long-winded',
  'two-part',
  'compound',
  'numeric',
  'negated',
  'other-language',
] as const;

export const UNANSWERABLE_KINDS = [
  'not-covered',
  'near-miss',
  'person-wanted',
  'nonsense',
  'injection',
] as const;

/** A question that the tenant's documents answer. */
export interface AnswerableQuestion {
  /** The language of the question and a number, such as `fr-001`. It never changes. */
  id: string;
  kind: (typeof ANSWERABLE_KINDS)[number];
  text: string;
  /** Names of the files that answer it. Each of them answers all of it. */
  documents: readonly string[];
  /** One group per fact. A right reply has at least one text of every group. */
  answer: readonly (readonly string[])[];
}

/** A question that the bot must hand over: every reply to it is wrong. */
export interface UnanswerableQuestion {
  id: string;
  kind: (typeof UNANSWERABLE_KINDS)[number];
  text: string;
}

export type Question = AnswerableQuestion | UnanswerableQuestion;
