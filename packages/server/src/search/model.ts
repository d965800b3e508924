import { defineTable, integer, text, type Columns, type RowOf } from '../platform/storage/table';
import type { QueryWord } from './words';

/** What is known of a conversation's words. */
export const SEARCH_DOCUMENTS = defineTable('search_documents', ['tenant_id', 'conversation_id'], {
  tenant_id: text(),
  conversation_id: text(),
  /** Its name in the index. */
  document_no: integer(),
  /** Messages up to this one are in the index. */
  indexed_seq: integer(),
  /** Every word, each after a space. */
  words: text(),
  /** Which version of the index made its words. */
  words_version: integer(),
});
/** Grows when the index gets words that it did not have. Documents of an earlier one are made again. */
export const WORDS_VERSION = 1;
export type DocumentRow = RowOf<typeof SEARCH_DOCUMENTS>;

export const SEARCH_PROGRESS = defineTable('search_progress', ['name'], {
  name: text(),
  /** Conversations without a message since then were in the index. */
  caught_up_to: integer(),
});

/** On MySQL alone. */
export const SEARCH_TERMS: Columns<{ tenant_id: string; term: string; document_no: number }> = {
  name: 'search_terms',
  columns: ['tenant_id', 'term', 'document_no'],
};

/** The condition that a document has all of these. */
export function hasWords(
  column: string,
  words: readonly QueryWord[],
): { where: string; params: string[] } {
  return {
    where: words
      .map((word) => `(${word.map(() => `INSTR(${column}, ?) > 0`).join(' OR ')})`)
      .join(' AND '),
    params: words.flat().map((beginning) => ` ${beginning}`),
  };
}
