import { randomBytes } from 'node:crypto';
import type { Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Database, Tx } from '../platform/storage/database';
import { STORED_WITHIN_MS, claimObject, queueRemoval } from './removal/queue';
import type { AttachmentStorage } from './storage/storage';

/** Stores bytes under a new name. They are removed again unless `claim` commits. */
export type StoreBytes = <T>(
  tenantId: string,
  source: AsyncIterable<Buffer>,
  bytes: number,
  claim: (tx: Tx, object: string) => Promise<T>,
) => Promise<T>;

export function createStoreBytes({
  database,
  storage,
  clock,
}: {
  database: Database;
  storage: Pick<AttachmentStorage, 'put'>;
  clock: Clock;
}): StoreBytes {
  return async (tenantId, source, bytes, claim) => {
    const object = randomBytes(16).toString('hex');
    await database.transaction((tx) =>
      queueRemoval(tx, tenantId, [object], clock() + STORED_WITHIN_MS),
    );
    try {
      await storage.put(object, source, bytes);
      return await database.transaction(async (tx) => {
        if (!(await claimObject(tx, tenantId, object))) throw new AppError('storage_unavailable');
        return claim(tx, object);
      });
    } catch (error) {
      // If this removal fails, the queue repeats it later.
      await database
        .transaction((tx) =>
          tx.run('UPDATE attachment_removals SET due_at = ? WHERE tenant_id = ? AND object = ?', [
            clock(),
            tenantId,
            object,
          ]),
        )
        .catch(() => undefined);
      throw error;
    }
  };
}
