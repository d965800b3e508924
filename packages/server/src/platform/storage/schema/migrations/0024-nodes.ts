import type { Migration } from '../migration';

/** The nodes that share a Redis, and what each says about it: they notice one that does not carry. */
export const nodes: Migration = {
  name: '0024-nodes',
  up: (t) => [
    // A row for each node that runs. beats: sent so far. publishes: whether they get out.
    `CREATE TABLE nodes (
      node_id ${t.id} PRIMARY KEY,
      redis_run_id ${t.ascii(64)},
      beats ${t.integer} NOT NULL,
      publishes ${t.boolean} NOT NULL,
      seen_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
  ],
};
