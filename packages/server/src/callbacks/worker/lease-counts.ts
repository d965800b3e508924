import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';

/** Leased lanes per tenant over all nodes: few, because nodes have few slots. */
export interface LeaseCounts {
  /** As the database has them now. */
  read(): Promise<Map<string, number>>;
  /** Of a tenant: this node's, and those that the other nodes had when they were last read. */
  estimate(tenantId: string): number;
}

export interface LeaseCountsOptions {
  database: Database;
  clock: Clock;
  /** This node's lanes of a tenant. */
  heldOf(tenantId: string): number;
}

export function createLeaseCounts({ database, clock, heldOf }: LeaseCountsOptions): LeaseCounts {
  let ofOthers = new Map<string, number>();
  return {
    read: async () => {
      const rows = await database.read.rows<{ tenantId: string }>(
        "SELECT tenant_id AS tenantId FROM callback_lanes WHERE lease_owner > '' AND due_at > ?",
        [clock()],
      );
      const counts = new Map<string, number>();
      for (const { tenantId } of rows) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
      ofOthers = new Map(
        [...counts].flatMap(([tenantId, count]) => {
          const others = count - heldOf(tenantId);
          return others > 0 ? [[tenantId, others]] : [];
        }),
      );
      return counts;
    },
    estimate: (tenantId) => heldOf(tenantId) + (ofOthers.get(tenantId) ?? 0),
  };
}
