import type { Migration } from '../migration';

/** Mails to operators while a visitor waits and none of them is online. */
export const waitingMails: Migration = {
  name: '0020-waiting-mails',
  up: (t) => [
    `ALTER TABLE tenants ADD COLUMN waiting_mail ${t.boolean} NOT NULL DEFAULT 1`,
    // The last mail of a tenant.
    `CREATE TABLE waiting_mails (
      tenant_id ${t.id} PRIMARY KEY,
      mailed_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    // Of all tenants: those in which someone waits are found without a look at the others.
    `CREATE INDEX conversations_waiting ON conversations (waiting_since, tenant_id)${t.where('waiting_since IS NOT NULL')}`,
  ],
};
