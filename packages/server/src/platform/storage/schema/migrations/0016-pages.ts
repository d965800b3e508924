import type { Migration } from '../migration';

/** The pages of the tenant's site that a visitor was on. */
export const pages: Migration = {
  name: '0016-pages',
  up: (t) => [
    // JSON: {url, title, at}, and a list of those before it, the latest first.
    `ALTER TABLE visitor_sessions ADD COLUMN current_page ${t.longText}`,
    `ALTER TABLE visitor_sessions ADD COLUMN earlier_pages ${t.longText}`,
  ],
};
