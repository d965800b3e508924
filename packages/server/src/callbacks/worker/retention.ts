import { DAY, type Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { keyIn } from '../../platform/storage/sql';
import { throughIndex } from '../../platform/storage/ranges';
import { firstIdAt } from '../../platform/ids';

/** Delivered events and dead letters can be read and replayed for this long. */
const KEPT_MS = 30 * DAY;
const BATCH = 500;
const TENANTS = 500;

/** Deletes callbacks that were settled long ago, and their attempts. */
export function createCallbackRetention(deps: { database: Database; clock: Clock }) {
  const { database, clock } = deps;

  return async (): Promise<void> => {
    for (let after = ''; ;) {
      const tenants = await database.read.rows<{ tenantId: string }>(
        `SELECT tenant_id AS tenantId FROM tenants WHERE tenant_id > ? ORDER BY tenant_id LIMIT ${TENANTS}`,
        [after],
      );
      for (const { tenantId } of tenants) await purge(tenantId);
      const last = tenants.at(-1);
      if (!last || tenants.length < TENANTS) return;
      after = last.tenantId;
    }
  };

  async function purge(tenantId: string): Promise<void> {
    for (;;) {
      const before = clock() - KEPT_MS;
      const rows = await database.read.rows<{ conversation_id: string; sequence: number }>(
        `SELECT conversation_id, sequence
         FROM callback_events${throughIndex(database.dialect, 'callback_events_id')}
         WHERE tenant_id = ? AND event_id < ? AND state IN ('delivered', 'dead') AND settled_at < ?
         ORDER BY tenant_id, event_id LIMIT ${BATCH}`,
        [tenantId, firstIdAt(before), before],
      );
      if (rows.length === 0) return;
      const keys = rows.map((row) => [tenantId, row.conversation_id, row.sequence]);
      await database.transaction(async (tx) => {
        const ofEvents = keyIn(tx.dialect, ['tenant_id', 'conversation_id', 'sequence'], keys);
        // A person may have requested one of them again in the meantime.
        await tx.run(
          `DELETE FROM callback_events WHERE state IN ('delivered', 'dead') AND ${ofEvents}`,
          keys.flat(),
        );
        await tx.run(`DELETE FROM callback_attempts WHERE ${ofEvents}`, keys.flat());
      });
      if (rows.length < BATCH) return;
    }
  }
}
