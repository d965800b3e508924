import { MINUTE, type Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { upsertRows } from '../../platform/storage/sql';
import { defineTable, integer, orNull, text, type RowOf } from '../../platform/storage/table';

export const NODES = defineTable('nodes', ['node_id'], {
  node_id: text(),
  redis_run_id: orNull(text()),
  beats: integer(),
  publishes: integer(),
  seen_at: integer(),
});

export type NodeSign = Omit<RowOf<typeof NODES>, 'seen_at'>;

/** Register of the nodes in the database, which all of them can reach. */
export interface NodeRegister {
  sign(own: NodeSign): Promise<void>;
  others(nodeId: string): Promise<NodeSign[]>;
  leave(nodeId: string): Promise<void>;
  deleteExpired(): Promise<void>;
}

const KEPT_MS = MINUTE;
const MAX_NODES = 200;

export function createNodeRegister(database: Database, clock: Clock): NodeRegister {
  const isOneStatement = { isOneStatement: true };
  return {
    sign: (own) =>
      database.transaction(
        (tx) => upsertRows(tx, NODES, [{ ...own, seen_at: clock() }]),
        isOneStatement,
      ),
    others: (nodeId) =>
      // The newest first: their ids begin with the time.
      database.read.rows<NodeSign>(
        `SELECT node_id, redis_run_id, beats, publishes FROM nodes WHERE node_id <> ?
         ORDER BY node_id DESC LIMIT ${MAX_NODES}`,
        [nodeId],
      ),
    leave: (nodeId) =>
      database.transaction(
        async (tx) => void (await tx.run('DELETE FROM nodes WHERE node_id = ?', [nodeId])),
        isOneStatement,
      ),
    deleteExpired: () =>
      database.transaction(
        async (tx) =>
          void (await tx.run('DELETE FROM nodes WHERE seen_at < ?', [clock() - KEPT_MS])),
        isOneStatement,
      ),
  };
}
