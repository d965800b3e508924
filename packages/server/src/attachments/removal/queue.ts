import { MINUTE } from '../../platform/clock';
import type { Tx } from '../../platform/storage/database';
import { insertAbsentRows } from '../../platform/storage/sql';
import { ATTACHMENT_REMOVALS } from '../model';

/** A copy that is being stored is noted before, and removed if nothing has claimed it by then. */
export const STORED_WITHIN_MS = 10 * MINUTE;

/** The bytes under this name are removed when it is due, unless the name is claimed before. */
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

/** Keeps the bytes under this name. False: they may be removed already. */
export async function claimObject(tx: Tx, tenantId: string, object: string): Promise<boolean> {
  const claimed = await tx.run(
    'DELETE FROM attachment_removals WHERE tenant_id = ? AND object = ?',
    [tenantId, object],
  );
  return claimed === 1;
}
