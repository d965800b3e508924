import type { Migration } from '../migration';

/** What operators look at again, or later. */
export const unreadAndSnoozed: Migration = {
  name: '0015-unread-and-snoozed',
  up: (t) => [
    // Operators, with commas between them.
    `ALTER TABLE conversations ADD COLUMN unread_for ${t.ascii(800)}`,
    `ALTER TABLE conversations ADD COLUMN snoozed_until ${t.time}`,
    `CREATE INDEX conversations_snoozed ON conversations (snoozed_until, tenant_id, session_id)${t.where('snoozed_until IS NOT NULL')}`,
  ],
};
