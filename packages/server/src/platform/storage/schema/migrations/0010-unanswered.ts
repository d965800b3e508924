import type { Migration } from '../migration';

/** The questions that people answered because the bot could not. */
export const unanswered: Migration = {
  name: '0010-unanswered',
  up: (t) => [
    `CREATE INDEX tickets_reason ON tickets (tenant_id, escalation_reason, created_at, ticket_id)`,
    // Conversations whose questions an admin has dismissed: those asked until then.
    `CREATE TABLE dismissed_questions (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      dismissed_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
  ],
};
