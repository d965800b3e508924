import type { Migration } from '../migration';

/** The first file of the latest message, for lists. */
export const lastSaidFile: Migration = {
  name: '0021-last-said-file',
  up: (t) => [`ALTER TABLE conversations ADD COLUMN last_said_file ${t.longText}`],
};
