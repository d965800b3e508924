import { DAY } from '../platform/clock';
import type { Tx } from '../platform/storage/database';
import type { UploadRow } from './model';
import { queueRemoval } from './removal/queue';
import { bookedBytes, giveBack } from './totals';

/** In ms. An upload that no message uses is deleted this long after it was announced. */
export const UNBOUND_MS = DAY;

/**
 * Ends an unfinished upload without a file: removes its bytes, and frees the space that it had reserved.
 * @param row locked by this transaction
 */
export async function closeUpload(
  tx: Tx,
  row: UploadRow,
  state: 'refused' | 'cancelled',
  now: number,
): Promise<void> {
  const { tenant_id: tenantId, upload_id: uploadId, object } = row;
  await tx.run(
    `UPDATE uploads SET state = ?, object = NULL, arriving = NULL, booked_bytes = 0, network = NULL,
       removed_from = ?
     WHERE tenant_id = ? AND upload_id = ? AND state = 'open'`,
    [state, row.created_at + UNBOUND_MS, tenantId, uploadId],
  );
  if (object !== null) await queueRemoval(tx, tenantId, [object], now);
  await giveBack(tx, tenantId, bookedBytes(row));
}
