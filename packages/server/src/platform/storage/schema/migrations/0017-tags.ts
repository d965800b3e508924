import type { Migration } from '../migration';

/** What operators sort conversations by. */
export const tags: Migration = {
  name: '0017-tags',
  up: (t) => [
    // With line feeds between them.
    `ALTER TABLE conversations ADD COLUMN tags ${t.text(330)}`,
    // For lists by tag, with what these are ordered by. tag_key: the tag in lower case.
    `CREATE TABLE conversation_tags (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      tag_key ${t.binaryText(64)} NOT NULL,
      tag ${t.text(32)} NOT NULL,
      status ${t.ascii(10)} NOT NULL,
      last_message_at ${t.time},
      PRIMARY KEY (tenant_id, conversation_id, tag_key)
    ) ${t.tableEnd}`,
    `CREATE INDEX conversation_tags_recent ON conversation_tags (tenant_id, tag_key, status, last_message_at, conversation_id)`,
  ],
};
