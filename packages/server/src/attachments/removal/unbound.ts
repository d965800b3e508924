import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { placeholders } from '../../platform/storage/sql';
import { lockUploads } from '../binding';
import { byTenant } from '../by-tenant';
import { closeUpload } from '../closing';
import type { UploadRow } from '../model';
import { removeUploads } from './removals';

const UPLOADS_A_ROUND = 200;

/** Ends uploads that were not finished in time, and deletes finished ones that no message used in time. */
export function createDeleteUnbound({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): () => Promise<void> {
  /** Ends uploads, but keeps their rows for the limits of a day. */
  const expire = async (tenantId: string, rows: readonly { upload_id: string }[]) => {
    const keys = rows.map(({ upload_id: uploadId }) => [tenantId, uploadId] as const);
    await database.transaction(async (tx) => {
      for (const row of (await lockUploads(tx, keys)).values()) {
        if (row.state === 'open') await closeUpload(tx, row, 'cancelled', clock());
      }
    });
  };

  return async () => {
    for (;;) {
      const now = clock();
      const rows = await database.read.rows<Pick<UploadRow, 'tenant_id' | 'upload_id' | 'state'>>(
        `SELECT tenant_id, upload_id, state FROM uploads WHERE removed_from <= ?
           ORDER BY removed_from LIMIT ${UPLOADS_A_ROUND}`,
        [now],
      );
      for (const [tenantId, some] of byTenant(rows)) {
        await expire(
          tenantId,
          some.filter(({ state }) => state === 'open'),
        );
        const ids = some.flatMap((row) => (row.state === 'open' ? [] : [row.upload_id]));
        if (ids.length === 0) continue;
        await database.transaction((tx) =>
          removeUploads(tx, {
            tenantId,
            where: `message_id IS NULL AND upload_id IN ${placeholders(1, ids.length)}`,
            params: ids,
            now,
          }),
        );
      }
      if (rows.length < UPLOADS_A_ROUND) return;
    }
  };
}
