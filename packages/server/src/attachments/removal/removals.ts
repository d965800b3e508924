import { MINUTE, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { Database, Tx } from '../../platform/storage/database';
import { forUpdate, keyIn, placeholders } from '../../platform/storage/sql';
import type { SqlValue } from '../../platform/storage/table';
import { byTenant } from '../by-tenant';
import type { UploadRow } from '../model';
import type { AttachmentStorage } from '../storage/storage';
import { bookedBytes, giveBack } from '../totals';
import { queueRemoval } from './queue';

const RETRY_MS = 5 * MINUTE;
const OBJECTS_A_ROUND = 50;
/** After this many failures the storage counts as unreachable. */
const MAX_FAILURES = 3;

type Booked = Pick<UploadRow, 'upload_id' | 'object' | 'announced_bytes' | 'booked_bytes'>;

/**
 * Deletes uploads of a tenant, and queues their bytes for removal.
 * @param given.where a condition on `uploads`
 * @returns the number of uploads
 */
export async function removeUploads(
  tx: Tx,
  given: { tenantId: string; where: string; params: readonly SqlValue[]; now: number },
): Promise<number> {
  const { tenantId, where, params, now } = given;
  const rows = await tx.rows<Booked>(
    `SELECT upload_id, object, announced_bytes, booked_bytes FROM uploads
     WHERE tenant_id = ? AND ${where} ORDER BY tenant_id, upload_id${forUpdate(tx.dialect)}`,
    [tenantId, ...params],
  );
  if (rows.length === 0) return 0;
  const objects = rows.flatMap(({ object }) => (object === null ? [] : [object]));
  await queueRemoval(tx, tenantId, objects, now);
  await tx.run(
    `DELETE FROM uploads WHERE tenant_id = ? AND upload_id IN ${placeholders(1, rows.length)}`,
    [tenantId, ...rows.map(({ upload_id: uploadId }) => uploadId)],
  );
  const bytes = rows.reduce((sum, row) => sum + bookedBytes(row), 0);
  await giveBack(tx, tenantId, bytes);
  return rows.length;
}

export interface Removals {
  /** Removes bytes that are due, of one tenant or of all; false if some remain for later. */
  workOff(tenantId?: string, isStopped?: () => boolean): Promise<boolean>;
}

export function createRemovals({
  database,
  storage,
  clock,
  log,
  isHeld,
}: {
  database: Database;
  storage: Pick<AttachmentStorage, 'remove'>;
  clock: Clock;
  log: Logger;
  /** True if a backup still needs the bytes. */
  isHeld(): boolean;
}): Removals {
  interface Due {
    tenant_id: string;
    object: string;
  }

  const dueOf = (tenantId: string | undefined): Promise<Due[]> =>
    database.read.rows<Due>(
      `SELECT tenant_id, object FROM attachment_removals
       WHERE ${tenantId === undefined ? '' : 'tenant_id = ? AND '}due_at <= ?
       ORDER BY due_at LIMIT ${OBJECTS_A_ROUND}`,
      [...(tenantId === undefined ? [] : [tenantId]), clock()],
    );

  /** Groups rows by tenant, because no transaction may write rows of two tenants. */
  const settle = async (rows: readonly Due[], isGone: boolean): Promise<void> => {
    for (const [tenantId, some] of byTenant(rows)) {
      const keys = some.map(({ object }) => [tenantId, object]);
      await database.transaction((tx) => {
        const these = keyIn(tx.dialect, ['tenant_id', 'object'], keys);
        return isGone
          ? tx.run(`DELETE FROM attachment_removals WHERE ${these}`, keys.flat())
          : tx.run(`UPDATE attachment_removals SET due_at = ? WHERE ${these}`, [
              clock() + RETRY_MS,
              ...keys.flat(),
            ]);
      });
    }
  };

  return {
    workOff: async (tenantId, isStopped = () => false) => {
      let failures = 0;
      for (;;) {
        const due = isStopped() ? [] : await dueOf(tenantId);
        if (due.length === 0) return failures === 0 && !isStopped();
        if (isHeld()) return false;
        const gone: Due[] = [];
        const failed: Due[] = [];
        for (const row of due) {
          if (failures >= MAX_FAILURES) break;
          try {
            await storage.remove(row.object);
            gone.push(row);
          } catch (error) {
            failures++;
            failed.push(row);
            log.warn(
              { event: 'attachments.removal_failed', err: error, tenant_id: row.tenant_id },
              'could not remove the bytes of a file yet',
            );
          }
        }
        await settle(gone, true);
        await settle(failed, false);
        if (failures >= MAX_FAILURES) return false;
      }
    },
  };
}
