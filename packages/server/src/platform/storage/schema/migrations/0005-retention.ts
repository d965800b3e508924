import type { Migration } from '../migration';

/** How long a tenant keeps its conversations. */
export const retention: Migration = {
  name: '0005-retention',
  up: (t) => [
    // In days; null: permanently.
    `ALTER TABLE tenants ADD COLUMN retention_days ${t.integer}`,
    `CREATE INDEX tenants_retention ON tenants (retention_days)${t.where('retention_days IS NOT NULL')}`,
    // Never later than the last message: when the session was created, or what the eraser found when it last
    // looked. So messages don't move it in the index.
    `ALTER TABLE visitor_sessions ADD COLUMN kept_from ${t.time} NOT NULL DEFAULT 0`,
    `CREATE INDEX visitor_sessions_age ON visitor_sessions (tenant_id, kept_from)`,
    // Conversations that are gone, while their other rows are being deleted.
    `CREATE TABLE removed_conversations (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      PRIMARY KEY (tenant_id, session_id)
    ) ${t.tableEnd}`,
  ],
};
