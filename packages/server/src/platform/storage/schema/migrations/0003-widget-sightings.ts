import type { Migration } from '../migration';

/** From which pages the widget of a tenant calls. */
export const widgetSightings: Migration = {
  name: '0003-widget-sightings',
  up: (t) => [
    `CREATE TABLE widget_sightings (
      tenant_id ${t.id} NOT NULL,
      outcome ${t.ascii(20)} NOT NULL,
      origin ${t.ascii(255)} NOT NULL,
      seen ${t.integer} NOT NULL,
      first_seen_at ${t.time} NOT NULL,
      last_seen_at ${t.time} NOT NULL,
      widget_version ${t.ascii(32)},
      PRIMARY KEY (tenant_id, outcome, origin)
    ) ${t.tableEnd}`,
    `CREATE INDEX widget_sightings_age ON widget_sightings (last_seen_at)`,
  ],
};
