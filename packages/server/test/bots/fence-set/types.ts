export const LANGUAGES = ['fr', 'en', 'de', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** A piece of a tenant's document, as the bot retrieves it. */
export interface Passage {
  id: string;
  language: Language;
  text: string;
}

/** Honest sentences by the id of the passage that they cite. */
export type SentencesByPassage = Readonly<Record<string, readonly string[]>>;

/** A sentence whose facts all stand in the passage that it cites. */
export interface HonestSentence {
  passage: Passage;
  text: string;
}

/** Makes a dishonest sentence: one with a fact that the passage does not have. */
export interface Operator {
  name: string;
  /** Null where the sentence has nothing to change, or where the passage has the new fact too. */
  apply: (sentence: HonestSentence) => string | null;
}
