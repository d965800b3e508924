import { MINUTE } from '../../platform/clock';
import type { Tx } from '../../platform/storage/database';
import { insertAbsentRows } from '../../platform/storage/sql';
import { ATTACHMENT_REMOVALS } from '../model';

/** In ms. The name of a new file is queued for removal before its bytes are stored; it must be claimed in this time. */
export const STORED_WITHIN_MS = 10 * MINUTE;

/** Queues bytes for removal at a time, unless their name is claimed before. */
export async function queueRemoval(
  tx: Tx,
  tenantId: string,
  objects: readonly string[],
  dueAt: number,
): Promise<void> {
  if (objects.length === 0) return;
  const rows = objects.map((object) => ({ tenant_id: tenantId, object, due_at: dueAt }));
  await insertAbsentRows(tx, ATTACHMENT_REMOVALS, rows);
}

/** Claims the bytes under this name, so that they are kept; false if they may have been removed already. */
export async function claimObject(tx: Tx, tenantId: string, object: string): Promise<boolean> {
  const claimed = await tx.run(
    'DELETE FROM attachment_removals WHERE tenant_id = ? AND object = ?',
    [tenantId, object],
  );
  return claimed === 1;
}
