import { DAY, type Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { timeOfId } from '../../platform/ids';
import type { LastFailure, LastResults } from './last-results';

/** The state of a tenant's callbacks, for its admins. */
export interface CallbackHealth {
  /** Events that are neither delivered nor dead. */
  pending: number;
  /** Dead letters of the last 30 days. */
  dead: number;
  oldestPendingAt: number | null;
  /** The end of a pause. */
  pausedUntil: number | null;
  /** The start of probing: one callback at a time is sent, to see whether the address works again. */
  probingSince: number | null;
  lastDeliveredAt: number | null;
  /** The last failure, shown for a day, also when later attempts were delivered. */
  lastFailure: LastFailure | null;
  /** Event types for which the address responded with 410. */
  stoppedEvents: string[];
}

export interface CallbackHealthOptions {
  database: Database;
  clock: Clock;
  lastResults: Pick<LastResults, 'read'>;
}

const FAILURE_SHOWN_MS = DAY;

export type ReadCallbackHealth = (tenantId: string) => Promise<CallbackHealth>;

export function createCallbackHealth(options: CallbackHealthOptions): ReadCallbackHealth {
  const { database, clock, lastResults } = options;
  const { read, slowRead } = database;
  return async (tenantId) => {
    const now = clock();
    const [counts, [health], blocks, results] = await Promise.all([
      slowRead.rows<{ state: string; events: number; oldest: string }>(
        `SELECT state, COUNT(*) AS events, MIN(event_id) AS oldest FROM callback_events
         WHERE tenant_id = ? AND state IN ('pending', 'aside', 'dead') GROUP BY state`,
        [tenantId],
      ),
      read.rows<{ resumesAt: number; probingSince: number | null }>(
        `SELECT resumes_at AS resumesAt, probing_since AS probingSince FROM callback_health
         WHERE tenant_id = ?`,
        [tenantId],
      ),
      read.rows<{ event: string }>(
        `SELECT block.event FROM callback_blocks block
         JOIN tenants ON tenants.tenant_id = block.tenant_id
           AND tenants.callback_url_base = block.address
         WHERE block.tenant_id = ? ORDER BY block.event`,
        [tenantId],
      ),
      lastResults.read(tenantId),
    ]);
    const pending = counts.filter(({ state }) => state !== 'dead');
    const oldest = pending.map((row) => timeOfId(row.oldest));
    const { failure } = results;
    return {
      pending: pending.reduce((sum, { events }) => sum + events, 0),
      dead: counts.find(({ state }) => state === 'dead')?.events ?? 0,
      oldestPendingAt: oldest.length > 0 ? Math.min(...oldest) : null,
      pausedUntil: health && health.resumesAt > now ? health.resumesAt : null,
      probingSince: health?.probingSince ?? null,
      lastDeliveredAt: results.deliveredAt,
      lastFailure: failure && failure.at > now - FAILURE_SHOWN_MS ? failure : null,
      stoppedEvents: blocks.map(({ event }) => event),
    };
  };
}
