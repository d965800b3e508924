import type { Migration } from '../migration';

/** What visitors thought of resolved conversations. */
export const ratings: Migration = {
  name: '0009-ratings',
  up: (t) => [
    `ALTER TABLE tenants ADD COLUMN rating ${t.boolean} NOT NULL DEFAULT 0`,
    // An operator's id, or `bot`.
    `ALTER TABLE conversations ADD COLUMN resolver ${t.ascii(36)}`,
    // JSON
    `ALTER TABLE conversations ADD COLUMN rating ${t.longText}`,
    `ALTER TABLE report_entries ADD COLUMN ratings ${t.longText}`,
    `ALTER TABLE report_totals ADD COLUMN ratings ${t.longText}`,
  ],
};
