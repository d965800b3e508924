import type { Clock } from '../platform/clock';
import type { Database, Tx } from '../platform/storage/database';
import { placeholders } from '../platform/storage/sql';
import type { Removed, StoredData } from '../platform/storage/stored-data';
import { createArrivalSweep } from './arrivals/sweep';
import { ATTACHMENT_REMOVALS, UPLOADS, UPLOAD_ARRIVALS, UPLOAD_TOTALS } from './model';
import { removeUploads, type Removals } from './removal/removals';

const UPLOADS_A_STEP = 200;

export interface FilesDataDeps {
  database: Database;
  clock: Clock;
  removals: Pick<Removals, 'workOff'>;
}

/** Files, including those that were never sent. Their bytes are removed within seconds after their rows. */
export function filesData({ database, clock, removals }: FilesDataDeps): StoredData {
  const arrivals = createArrivalSweep({ database, clock });

  /** Removes bytes before rows: without the rows, the bytes could not be found. */
  const eraseFiles = async (tenantId: string, isStopped: () => boolean): Promise<boolean> => {
    for (;;) {
      const some = await database.read.rows<{ upload_id: string }>(
        `SELECT upload_id FROM uploads WHERE tenant_id = ? ORDER BY upload_id LIMIT ${UPLOADS_A_STEP}`,
        [tenantId],
      );
      if (some.length === 0) break;
      if (isStopped()) return false;
      const ids = some.map((row) => row.upload_id);
      const where = `upload_id IN ${placeholders(1, ids.length)}`;
      const now = clock();
      await database.transaction((tx) => removeUploads(tx, { tenantId, where, params: ids, now }));
    }
    await arrivals.releaseAll(tenantId);
    const queued = await database.read.rows(
      'SELECT 1 FROM attachment_removals WHERE tenant_id = ? LIMIT 1',
      [tenantId],
    );
    if (queued.length === 0) return true;
    // Copies that are still being stored are removed, too.
    await database.transaction((tx) =>
      tx.run('UPDATE attachment_removals SET due_at = ? WHERE tenant_id = ? AND due_at > ?', [
        clock(),
        tenantId,
        clock(),
      ]),
    );
    return removals.workOff(tenantId, isStopped);
  };

  return {
    ofTenant: [UPLOADS, UPLOAD_ARRIVALS, UPLOAD_TOTALS, ATTACHMENT_REMOVALS],
    onErased: removeFiles,
    onRemoved: removeFiles,
    beforeTenant: eraseFiles,
  };
}

async function removeFiles(tx: Tx, { tenantId, sessionIds, now }: Removed): Promise<void> {
  const where = `session_id IN ${placeholders(1, sessionIds.length)}`;
  await removeUploads(tx, { tenantId, where, params: sessionIds, now });
}
