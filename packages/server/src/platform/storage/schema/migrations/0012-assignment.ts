import type { Migration } from '../migration';

/** Conversations that the relay hands to operators, and how soon a tenant wants visitors to be answered. */
export const assignment: Migration = {
  name: '0012-assignment',
  up: (t) => [
    `ALTER TABLE tenants ADD COLUMN assignment ${t.ascii(10)} NOT NULL DEFAULT 'off'`,
    `CREATE INDEX tenants_assignment ON tenants (assignment)${t.where(`assignment <> 'off'`)}`,
    // Targets in seconds; null: none.
    `ALTER TABLE tenants ADD COLUMN target_first_answer_s ${t.integer}`,
    `ALTER TABLE tenants ADD COLUMN target_wait_s ${t.integer}`,
    // When the visitor should have been answered or claimed, by the targets at its last change.
    `ALTER TABLE conversations ADD COLUMN due_at ${t.time}`,
    // The operator who gave it back: it is handed to another one.
    `ALTER TABLE conversations ADD COLUMN released_by ${t.id}`,
    // Until then one node alone hands conversations to the operator.
    `ALTER TABLE operators ADD COLUMN assigning_until ${t.time} NOT NULL DEFAULT 0`,
    `ALTER TABLE operators ADD COLUMN last_assigned_at ${t.time} NOT NULL DEFAULT 0`,
    `ALTER TABLE report_entries ADD COLUMN late_first_answers ${t.integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE report_entries ADD COLUMN late_waits ${t.integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE report_totals ADD COLUMN late_first_answers ${t.integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE report_totals ADD COLUMN late_waits ${t.integer} NOT NULL DEFAULT 0`,
  ],
};
