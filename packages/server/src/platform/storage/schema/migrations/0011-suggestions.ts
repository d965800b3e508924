import type { Migration } from '../migration';

/** Answers of a model that were not sent, for the operators who answer instead. */
export const suggestions: Migration = {
  name: '0011-suggestions',
  up: (t) => [
    `CREATE TABLE suggestions (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      owner_epoch ${t.integer} NOT NULL,
      content ${t.longText} NOT NULL,
      reasons ${t.text(255)} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
  ],
};
