import type { Migration } from '../migration';

export const callbackQueueNotices: Migration = {
  name: '0005-callback-queue-notices',
  up: (t) => [
    // Tenants whose owners were told that callbacks wait for long.
    `CREATE TABLE callback_queue_notices (
      tenant_id ${t.id} PRIMARY KEY,
      noticed_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
  ],
};
