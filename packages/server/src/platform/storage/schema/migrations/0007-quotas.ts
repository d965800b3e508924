import type { Migration } from '../migration';

/** What quotas count: a session's visitor messages by the day, and who created a workspace. */
export const quotas: Migration = {
  name: '0007-quotas',
  up: (t) => [
    `ALTER TABLE conversations ADD COLUMN counted_since ${t.time}`,
    `ALTER TABLE conversations ADD COLUMN counted_messages ${t.integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE workspaces ADD COLUMN created_by ${t.id}`,
    `CREATE INDEX workspaces_creator ON workspaces (created_by)`,
  ],
};
