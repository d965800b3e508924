import type { Migration } from '../migration';

/** Lets every node find the tenants that changed, without looking at each. */
export const tenantChanges: Migration = {
  name: '0003-tenant-changes',
  up: (t) => [
    `ALTER TABLE tenants ADD COLUMN changed_at ${t.time} NOT NULL DEFAULT 0`,
    `CREATE INDEX tenants_changed ON tenants (changed_at)`,
  ],
};
