import type { Migration } from '../migration';

/** Since when operators are there, who gave a conversation to one who was not, and audit entries by what they are about. */
export const presenceAndErasure: Migration = {
  name: '0025-presence-and-erasure',
  up: (t) => [
    `ALTER TABLE operators ADD COLUMN presence_since ${t.time}`,
    `ALTER TABLE conversations ADD COLUMN given_by ${t.id}`,
    // What is erased is forgotten in the audit log, too.
    `CREATE INDEX audit_entries_subject ON audit_entries (subject)`,
    `CREATE INDEX invitations_email ON invitations (email)`,
    `CREATE INDEX audit_entries_actor ON audit_entries (actor_account_id)`,
  ],
};
