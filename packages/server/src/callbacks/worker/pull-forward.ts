import type { Tx } from '../../platform/storage/database';
import { forUpdate, keyIn, lockByKey } from '../../platform/storage/sql';

const BATCH = 500;

/**
 * Makes all events that wait for a retry due now, in their order: the address is back, and the long delays were
 * for its outage. Leased lanes keep their lease.
 */
export async function pullForward(tx: Tx, tenantId: string, now: number): Promise<void> {
  for (let after = ''; ;) {
    const rows = await tx.rows<{ conversationId: string; head: number }>(
      `SELECT conversation_id AS conversationId, head FROM callback_lanes
       WHERE tenant_id = ? AND conversation_id > ? AND lease_owner IS NULL AND head <= tail
         AND head_due_at > ?
       ORDER BY tenant_id, conversation_id LIMIT ${BATCH}${forUpdate(tx.dialect)}`,
      [tenantId, after, now],
    );
    if (rows.length === 0) return;
    const events = rows.map(({ conversationId, head }) => [tenantId, conversationId, head]);
    await tx.run(
      `UPDATE callback_events${lockByKey(tx.dialect)} SET due_at = ? WHERE due_at > ? AND ` +
        keyIn(tx.dialect, ['tenant_id', 'conversation_id', 'sequence'], events),
      [now, now, ...events.flat()],
    );
    const lanes = rows.map(({ conversationId }) => [tenantId, conversationId]);
    await tx.run(
      `UPDATE callback_lanes${lockByKey(tx.dialect)} SET head_due_at = ?, due_at = ? WHERE ` +
        keyIn(tx.dialect, ['tenant_id', 'conversation_id'], lanes),
      [now, now, ...lanes.flat()],
    );
    after = rows.at(-1)?.conversationId ?? '';
  }
}
