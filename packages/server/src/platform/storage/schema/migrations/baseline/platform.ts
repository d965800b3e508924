import type { ColumnTypes } from '../../column-types';

export function platformTables(t: ColumnTypes): string[] {
  return [
    // One row: a text sealed with the database's master key.
    `CREATE TABLE master_key_check (
      id ${t.integer} PRIMARY KEY,
      sealed ${t.ascii(255)} NOT NULL
    ) ${t.tableEnd}`,

    // The contents contain codes and are sealed. A row is deleted when its mail has been sent.
    `CREATE TABLE mails (
      mail_id ${t.id} PRIMARY KEY,
      recipient ${t.ascii(254)} NOT NULL,
      sealed_content ${t.longText} NOT NULL,
      attempts ${t.integer} NOT NULL,
      due_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX mails_due ON mails (due_at)`,
    `CREATE INDEX mails_expiry ON mails (expires_at)`,
    // How many mails went to a recipient, in each budget.
    `CREATE TABLE mail_budgets (
      recipient ${t.ascii(254)} NOT NULL,
      budget ${t.ascii(16)} NOT NULL,
      sent_at ${t.time} NOT NULL,
      hour_started_at ${t.time} NOT NULL,
      sent_in_hour ${t.integer} NOT NULL,
      day_started_at ${t.time} NOT NULL,
      sent_in_day ${t.integer} NOT NULL,
      PRIMARY KEY (recipient, budget)
    ) ${t.tableEnd}`,
    `CREATE INDEX mail_budgets_age ON mail_budgets (sent_at)`,

    // All other limits of uses per span of time. The key names the limit.
    `CREATE TABLE budgets (
      budget_key ${t.ascii(300)} PRIMARY KEY,
      used ${t.integer} NOT NULL,
      ends_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX budgets_expiry ON budgets (ends_at)`,

    `CREATE TABLE idempotency_keys (
      account_id ${t.id} NOT NULL,
      route ${t.ascii(80)} NOT NULL,
      key_hash ${t.ascii(64)} NOT NULL,
      body_hash ${t.ascii(64)} NOT NULL,
      answer ${t.longText},
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (account_id, route, key_hash)
    ) ${t.tableEnd}`,
    `CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)`,

    `CREATE TABLE audit_entries (
      entry_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id},
      action ${t.ascii(40)} NOT NULL,
      actor_account_id ${t.id},
      actor_name ${t.text(254)},
      ip ${t.ascii(45)},
      subject ${t.text(254)},
      details ${t.longText} NOT NULL,
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX audit_entries_workspace ON audit_entries (workspace_id, entry_id)`,
    // Erasures remove a visitor's or an account's data from the audit log, too, and find it by these two indexes.
    `CREATE INDEX audit_entries_subject ON audit_entries (subject)`,
    `CREATE INDEX audit_entries_actor ON audit_entries (actor_account_id)`,

    // A row for each running node. beats: how many it has sent. publishes: whether its notices reach the other nodes.
    `CREATE TABLE nodes (
      node_id ${t.id} PRIMARY KEY,
      redis_run_id ${t.ascii(64)},
      beats ${t.integer} NOT NULL,
      publishes ${t.boolean} NOT NULL,
      seen_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
  ];
}
