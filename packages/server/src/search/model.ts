import { defineTable, integer, text, type Columns, type RowOf } from '../platform/storage/table';
import type { QueryWord } from './words';

export const SEARCH_DOCUMENTS = defineTable('search_documents', ['tenant_id', 'conversation_id'], {
  tenant_id: text(),
  conversation_id: text(),
  document_no: integer(),
  indexed_seq: integer(),
  /** Each distinct word, with a space before it. */
  words: text(),
  words_version: integer(),
});
/** Increased when the index gains words for existing text: documents of an earlier version are then indexed again. */
export const WORDS_VERSION = 1;
export type DocumentRow = RowOf<typeof SEARCH_DOCUMENTS>;

export const SEARCH_PROGRESS = defineTable('search_progress', ['name'], {
  name: text(),
  /** In ms: conversations whose last message is older are in the index. */
  caught_up_to: integer(),
});

/** Words of documents, one row each. Only on MySQL and MariaDB. */
export const SEARCH_TERMS: Columns<{ tenant_id: string; term: string; document_no: number }> = {
  name: 'search_terms',
  columns: ['tenant_id', 'term', 'document_no'],
};

/** SQL condition that a document has all of these words. */
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
