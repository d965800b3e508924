import type { Migration } from '../migration';

/** Which version of the search's index made the words of a conversation: earlier ones are made again. */
export const wordsVersion: Migration = {
  name: '0026-words-version',
  up: (t) => [
    `ALTER TABLE search_documents ADD COLUMN words_version ${t.integer} NOT NULL DEFAULT 0`,
  ],
};
