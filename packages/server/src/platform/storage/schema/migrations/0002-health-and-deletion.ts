import type { Migration } from '../migration';

/** What the health of callbacks shows, and tenants that are deleted after some days. */
export const healthAndDeletion: Migration = {
  name: '0002-health-and-deletion',
  up: (t) => [
    // The last delivery and the last failure of each tenant.
    `CREATE TABLE callback_results (
      tenant_id ${t.id} PRIMARY KEY,
      delivered_at ${t.time},
      failed_at ${t.time},
      failure_status ${t.integer},
      failure_reason ${t.ascii(40)}
    ) ${t.tableEnd}`,
    `ALTER TABLE callback_troubles ADD COLUMN probing_since ${t.time}`,
    // A tenant's status can now be `deleting`. restores_to: the status before it was deleted, null once its rows
    // are being erased.
    `ALTER TABLE tenants ADD COLUMN deletes_at ${t.time}`,
    `ALTER TABLE tenants ADD COLUMN restores_to ${t.ascii(10)}`,
    `CREATE INDEX tenants_deletion ON tenants (deletes_at)${t.where('deletes_at IS NOT NULL')}`,
  ],
};
