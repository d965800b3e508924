import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';

/** The health of a tenant with queued callbacks. */
const STANDINGS = ['well', 'failing', 'suspended'] as const;
/** The state of a tenant whose last callback failed. */
const FAILING_STATES = ['retried', 'paused', 'probed'] as const;

/** The callbacks that wait for delivery, over all nodes. */
export interface Backlog {
  /** Events, without deferred ones. */
  queued: number;
  /** Conversations with a deferred event. */
  aside: number;
  /** The age of the oldest event in order, 0 if there is none. */
  oldestMs: Record<(typeof STANDINGS)[number], number>;
  /** How many tenants are failing, by what is done about it. */
  failingTenants: Record<(typeof FAILING_STATES)[number], number>;
  /** Of the tenants that have been probed longest, by id: how many probes have failed. */
  probes: Record<string, number>;
}

const MAX_NAMED = 100;

/** @internal for tests, which can't wait for the gauges' next look */
export async function readBacklog(sql: Database['read'], now: number): Promise<Backlog> {
  const [lanes, failing, probed] = await Promise.all([
    sql.rows<{ standing: string; queued: number | string; aside: number; oldest: number | null }>(
      `SELECT CASE WHEN tenant.status <> 'active' THEN 'suspended'
           WHEN trouble.tenant_id IS NULL THEN 'well' ELSE 'failing' END AS standing,
         SUM(lane.tail - lane.head + 1) AS queued, COUNT(lane.side_due_at) AS aside,
         MIN(event.created_at) AS oldest
       FROM callback_lanes lane
       JOIN tenants tenant ON tenant.tenant_id = lane.tenant_id
       LEFT JOIN callback_health trouble ON trouble.tenant_id = lane.tenant_id
       LEFT JOIN callback_events event ON event.tenant_id = lane.tenant_id
         AND event.conversation_id = lane.conversation_id AND event.sequence = lane.head
         AND lane.head <= lane.tail
       GROUP BY standing`,
    ),
    sql.rows<{ state: string; tenants: number }>(
      `SELECT CASE WHEN probes > 0 THEN 'probed' WHEN resumes_at > ? THEN 'paused'
         ELSE 'retried' END AS state, COUNT(*) AS tenants
       FROM callback_health GROUP BY state`,
      [now],
    ),
    sql.rows<{ tenantId: string; probes: number }>(
      `SELECT tenant_id AS tenantId, probes FROM callback_health
       WHERE probes > 0 ORDER BY failing_since LIMIT ${MAX_NAMED}`,
    ),
  ]);
  const sum = (of: 'queued' | 'aside') =>
    lanes.reduce((total, lane) => total + Number(lane[of]), 0); // MySQL returns sums as decimal text
  const ageOf = (standing: string): number => {
    const oldest = lanes.find((lane) => lane.standing === standing)?.oldest ?? now;
    return Math.max(0, now - oldest);
  };
  return {
    queued: sum('queued'),
    aside: sum('aside'),
    oldestMs: record(STANDINGS, ageOf),
    failingTenants: record(
      FAILING_STATES,
      (state) => failing.find((found) => found.state === state)?.tenants ?? 0,
    ),
    probes: Object.fromEntries(probed.map(({ tenantId, probes }) => [tenantId, probes])),
  };
}

function record<Key extends string>(
  keys: readonly Key[],
  valueOf: (key: Key) => number,
): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, number>; // of all keys
}

const FRESH_MS = 1000;

/** One reading serves all calls within a second: a scrape makes several. */
export function createBacklog({ database, clock }: { database: Database; clock: Clock }) {
  let reading: { backlog: Promise<Backlog>; at: number } | null = null;
  return (): Promise<Backlog> => {
    const at = performance.now();
    if (!reading || at >= reading.at + FRESH_MS) {
      reading = { backlog: readBacklog(database.read, clock()), at };
      reading.backlog.catch(() => (reading = null));
    }
    return reading.backlog;
  };
}
