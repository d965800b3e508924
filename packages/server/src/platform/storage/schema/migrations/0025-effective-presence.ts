import type { Migration } from '../migration';

/** Since when operators are online, away or offline, and who gave a conversation to one who was not there. */
export const effectivePresence: Migration = {
  name: '0025-effective-presence',
  up: (t) => [
    `ALTER TABLE operators ADD COLUMN presence_since ${t.time}`,
    `ALTER TABLE conversations ADD COLUMN given_by ${t.id}`,
  ],
};
