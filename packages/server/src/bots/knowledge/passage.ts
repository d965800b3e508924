/** A piece of text that may answer a question: an FAQ entry's answer, or a part of a document. */
export interface Passage {
  /** Unique among the passages of one search. */
  passageId: string;
  source: 'faq' | 'knowledge';
  /** Id of the FAQ entry or of the document. */
  sourceId: string;
  /** The entry's first question, or the document's title. */
  title: string;
  /** Where the visitor can read the whole; null: nowhere. */
  url: string | null;
  /** Text that may be quoted, at most 4,000 characters. */
  text: string;
  /** The sentences of it that answer the question, at most about 600 characters; without it, the whole text. */
  quote?: string;
  /** Null: for every language. */
  locale: string | null;
  /** 0 to 1: how certain it is that the passage answers the question. */
  confidence: number;
}
