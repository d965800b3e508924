import { MINUTE, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Database, Tx } from '../platform/storage/database';
import { forUpdate, insertAbsentRows, keyIn, placeholders } from '../platform/storage/sql';
import type { SqlValue } from '../platform/storage/table';
import { ATTACHMENT_REMOVALS, type UploadRow } from './model';
import type { AttachmentStorage } from './storage/storage';

/** Bytes that still arrive are noted before, and removed if nothing has claimed them by then. */
export const ARRIVES_WITHIN_MS = 60 * MINUTE;
const RETRY_MS = 5 * MINUTE;
const OBJECTS_A_ROUND = 50;
const UPLOADS_A_ROUND = 200;
/** Then the storage is taken to be unreachable. */
const MAX_FAILURES = 3;

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

/**
 * Deletes uploads of a tenant, and queues their bytes for removal.
 * @param where a condition on `uploads`
 * @returns how many there were
 */
export async function removeUploads(
  tx: Tx,
  given: { tenantId: string; where: string; params: readonly SqlValue[]; now: number },
): Promise<number> {
  const { tenantId, where, params, now } = given;
  const rows = await tx.rows<Pick<UploadRow, 'upload_id' | 'object' | 'announced_bytes'>>(
    `SELECT upload_id, object, announced_bytes FROM uploads
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
  const bytes = rows.reduce((sum, row) => sum + row.announced_bytes, 0);
  await tx.run('UPDATE upload_totals SET bytes = bytes - ? WHERE tenant_id = ?', [bytes, tenantId]);
  return rows.length;
}

export interface Removals {
  /** Removes bytes that are due, of one tenant or of all. False: some remain for later. */
  workOff(tenantId?: string, isStopped?: () => boolean): Promise<boolean>;
  /** Deletes uploads that no message has got in time. */
  deleteUnbound(): Promise<void>;
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
  /** Whether a backup still needs what is to be removed. */
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

  /** Grouped, because no transaction may write rows of two tenants. */
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

    deleteUnbound: async () => {
      for (;;) {
        const rows = await database.read.rows<Pick<UploadRow, 'tenant_id' | 'upload_id'>>(
          `SELECT tenant_id, upload_id FROM uploads WHERE removed_from <= ?
           ORDER BY removed_from LIMIT ${UPLOADS_A_ROUND}`,
          [clock()],
        );
        for (const [tenantId, some] of byTenant(rows)) {
          const ids = some.map((row) => row.upload_id);
          await database.transaction((tx) =>
            removeUploads(tx, {
              tenantId,
              where: `message_id IS NULL AND upload_id IN ${placeholders(1, ids.length)}`,
              params: ids,
              now: clock(),
            }),
          );
        }
        if (rows.length < UPLOADS_A_ROUND) return;
      }
    },
  };
}

function byTenant<Row extends { tenant_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.tenant_id);
    if (group) group.push(row);
    else groups.set(row.tenant_id, [row]);
  }
  return groups;
}
