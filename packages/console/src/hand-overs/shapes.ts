/** A passage that came close to a question; `confidence` is 0 to 1. */
export interface Match {
  title: string;
  source: 'faq' | 'knowledge';
  /** The id of the entry or of the document. */
  source_id: string;
  url: string | null;
  confidence: number;
}

/** The passages that the bot found for the question that it handed over last. */
export interface Closest {
  /** Null: it handed over none for lack of confidence. */
  question: string | null;
  /** The decision that the bot would take by now. */
  decision: 'answer' | 'escalate' | null;
  confidence_threshold: number;
  /** The best first. */
  passages: (Match & { text: string })[];
}
