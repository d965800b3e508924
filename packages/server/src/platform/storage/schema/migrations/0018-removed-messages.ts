import type { Migration } from '../migration';

/** Messages that an admin has taken back out of sight. */
export const removedMessages: Migration = {
  name: '0018-removed-messages',
  up: (t) => [
    `ALTER TABLE messages ADD COLUMN removed_at ${t.time}`,
    // Which ones, without reading the messages: for clients that have them already.
    `CREATE TABLE removed_messages (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      seq ${t.integer} NOT NULL,
      message_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      removed_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, session_id, seq)
    ) ${t.tableEnd}`,
    `CREATE INDEX removed_messages_recent ON removed_messages (tenant_id, removed_at)`,
  ],
};
