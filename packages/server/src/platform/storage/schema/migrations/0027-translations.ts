import type { Migration } from '../migration';

/** What visitors wrote, in the languages of operators who asked for it. */
export const translations: Migration = {
  name: '0027-translations',
  up: (t) => [
    `CREATE TABLE message_translations (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      seq ${t.integer} NOT NULL,
      language ${t.ascii(8)} NOT NULL,
      source_language ${t.ascii(35)},
      content ${t.longText} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, session_id, seq, language)
    ) ${t.tableEnd}`,
  ],
};
