import type { Migration } from '../migration';

/** The words with which a tenant replaces the widget's and the relay's. */
export const texts: Migration = {
  name: '0025-texts',
  up: (t) => [`ALTER TABLE tenants ADD COLUMN texts ${t.longText}`],
};
