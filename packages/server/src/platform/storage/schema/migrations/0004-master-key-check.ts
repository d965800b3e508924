import type { Migration } from '../migration';

/** One row: a text sealed under the master key that the database belongs to. */
export const masterKeyCheck: Migration = {
  name: '0004-master-key-check',
  up: (t) => [
    `CREATE TABLE master_key_check (
      id ${t.integer} PRIMARY KEY,
      sealed ${t.ascii(255)} NOT NULL
    ) ${t.tableEnd}`,
  ],
};
