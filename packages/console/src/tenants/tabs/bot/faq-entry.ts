export interface FaqEntry {
  faq_entry_id: string;
  questions: string[];
  answer: string;
  /** Null for every language. */
  locale: string | null;
}
