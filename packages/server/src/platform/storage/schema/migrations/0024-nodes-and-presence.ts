import type { Migration } from '../migration';

/** Nodes that share a Redis, presence with its time, and audit entries by what they are about. */
export const nodesAndPresence: Migration = {
  name: '0024-nodes-and-presence',
  up: (t) => [
    // A row for each node that runs. beats: sent so far. publishes: whether they get out.
    `CREATE TABLE nodes (
      node_id ${t.id} PRIMARY KEY,
      redis_run_id ${t.ascii(64)},
      beats ${t.integer} NOT NULL,
      publishes ${t.boolean} NOT NULL,
      seen_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `ALTER TABLE operators ADD COLUMN presence_since ${t.time}`,
    `ALTER TABLE conversations ADD COLUMN given_by ${t.id}`,
    // What is erased is forgotten in the audit log, too.
    `CREATE INDEX audit_entries_subject ON audit_entries (subject)`,
    `CREATE INDEX invitations_email ON invitations (email)`,
    `CREATE INDEX audit_entries_actor ON audit_entries (actor_account_id)`,
  ],
};
