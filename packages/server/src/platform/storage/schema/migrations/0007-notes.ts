import type { Migration } from '../migration';

/** What operators write to each other about a conversation. */
export const notes: Migration = {
  name: '0007-notes',
  up: (t) => [
    `CREATE TABLE notes (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      note_id ${t.id} NOT NULL,
      operator_id ${t.id} NOT NULL,
      operator_display_name ${t.text(80)} NOT NULL,
      content ${t.longText} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id, note_id)
    ) ${t.tableEnd}`,
  ],
};
