import type { Clock } from '../platform/clock';
import { firstIdAt } from '../platform/ids';
import { eraseInBatches } from '../platform/storage/batch-erasure';
import type { Database } from '../platform/storage/database';

/** Deletes entries that are older than this. */
export function createAuditRetention(deps: { database: Database; clock: Clock; keptMs: number }) {
  const { database, clock, keptMs } = deps;
  return async (): Promise<void> => {
    const before = clock() - keptMs;
    const table = 'audit_entries';
    const where = 'entry_id < ? AND created_at < ?';
    const params = [firstIdAt(before), before];
    await eraseInBatches(database, { table, key: ['entry_id'], where, params }, () => false);
  };
}
