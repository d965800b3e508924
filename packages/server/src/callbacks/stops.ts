import type { Database } from '../storage/database';
import { createLookupCache } from '../tenants/lookup-cache';

const TTL_MS = 1000;
const MAX_ENTRIES = 10_000;

/**
 * Whether an address has answered 410 for a type of event: it gets no more of them. Another address
 * begins afresh. Asked before each attempt; a new answer is heeded within a second.
 */
export function createStops({ database }: { database: Database }) {
  const cache = createLookupCache({
    load: (tenantId) =>
      database.read.rows<{ event: string; address: string }>(
        'SELECT event, address FROM callback_stops WHERE tenant_id = ?',
        [tenantId],
      ),
    ttlMs: TTL_MS,
    maxEntries: MAX_ENTRIES,
  });
  return {
    isStopped: async (tenantId: string, event: string, address: string): Promise<boolean> =>
      (await cache.get(tenantId)).some((stop) => stop.event === event && stop.address === address),
    forget: cache.forget,
  };
}
