import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import type { Dialect, Sql } from '../../platform/storage/sql';

/** The states of a tenant with queued callbacks. */
const TENANT_STATES = ['well', 'failing', 'suspended'] as const;
/** The states of a tenant whose last callback failed. */
const FAILING_STATES = ['retried', 'paused', 'probed'] as const;

/** The callbacks that wait for delivery, over all nodes. */
export interface Backlog {
  /** The number of events, without deferred ones. */
  queued: number;
  /** The number of conversations with a deferred event. */
  deferred: number;
  /** The age of the oldest event in order, 0 if there is none. */
  oldestMs: Record<(typeof TENANT_STATES)[number], number>;
  /** The number of failing tenants, by what is done about it. */
  failingTenants: Record<(typeof FAILING_STATES)[number], number>;
  /** Failed probes by tenant id, for the tenants that have been probed longest. */
  probes: Record<string, number>;
}

const MAX_NAMED = 100;

/** @internal for tests, which can't wait for the gauges' next look */
export async function readBacklog(sql: Database['read'], now: number): Promise<Backlog> {
  const [lanes, failing, probed] = await Promise.all([
    sql.rows<{
      tenant_state: string;
      queued: number | string;
      deferred: number;
      oldest: number | null;
    }>(
      `SELECT CASE WHEN tenant.status <> 'active' THEN 'suspended'
           WHEN health.tenant_id IS NULL THEN 'well' ELSE 'failing' END AS tenant_state,
         SUM(lane.tail - lane.head + 1) AS queued, COUNT(lane.side_due_at) AS deferred,
         MIN(event.created_at) AS oldest
       FROM callback_lanes lane
       JOIN tenants tenant ON tenant.tenant_id = lane.tenant_id
       LEFT JOIN callback_health health ON health.tenant_id = lane.tenant_id
       LEFT JOIN callback_events event ON event.tenant_id = lane.tenant_id
         AND event.conversation_id = lane.conversation_id AND event.sequence = lane.head
         AND lane.head <= lane.tail
       GROUP BY tenant_state`,
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
  const sum = (of: 'queued' | 'deferred') =>
    lanes.reduce((total, lane) => total + Number(lane[of]), 0); // MySQL returns sums as decimal text
  const ageOf = (state: string): number => {
    const oldest = lanes.find((lane) => lane.tenant_state === state)?.oldest ?? now;
    return Math.max(0, now - oldest);
  };
  return {
    queued: sum('queued'),
    deferred: sum('deferred'),
    oldestMs: record(TENANT_STATES, ageOf),
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

/** Reads the backlog once for all calls within a second: a scrape makes several. */
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

export interface DueTenant {
  tenantId: string;
  workspaceId: string;
  /** True if it gets one attempt at a time, of any lane. */
  isProbed: boolean;
  isFailing: boolean;
}

/**
 * All tenants with a due lane, the longest waiting first, and those with a failing address whose probe is due.
 * A limit here would let the longest queues hide a tenant whose event has just arrived. The queues of suspended
 * and paused tenants are left out.
 */
export async function readDueTenants(sql: Sql, now: number): Promise<DueTenant[]> {
  const rows = await sql.rows<{ tenantId: string; workspaceId: string; probes: number | null }>(
    `${EARLIEST_OF_TENANTS[sql.dialect]}
      SELECT earliest.tenant_id AS tenantId, tenants.workspace_id AS workspaceId,
        health.probes AS probes
      FROM earliest
      JOIN tenants ON tenants.tenant_id = earliest.tenant_id AND tenants.status = 'active'
      LEFT JOIN callback_health health ON health.tenant_id = earliest.tenant_id
      WHERE (earliest.due_at <= ? OR health.probes > 0)
        AND (health.tenant_id IS NULL OR health.resumes_at <= ?)
      ORDER BY earliest.due_at`,
    [now, now],
  );
  return rows.map(({ tenantId, workspaceId, probes }) => ({
    tenantId,
    workspaceId,
    isProbed: (probes ?? 0) > 0,
    isFailing: probes !== null,
  }));
}

/**
 * Loose index scan per tenant: ten thousand lanes of a tenant cost no more than one. SQLite needs a recursive
 * CTE for it.
 */
const EARLIEST_OF_TENANTS: Record<Dialect, string> = {
  mysql: `WITH earliest AS (
    SELECT tenant_id, MIN(due_at) AS due_at FROM callback_lanes GROUP BY tenant_id
  )`,
  sqlite: `WITH RECURSIVE busy (tenant_id) AS (
    SELECT MIN(tenant_id) FROM callback_lanes
    UNION ALL
    SELECT (SELECT MIN(lane.tenant_id) FROM callback_lanes lane WHERE lane.tenant_id > busy.tenant_id)
    FROM busy WHERE busy.tenant_id IS NOT NULL
  ), earliest AS (
    SELECT busy.tenant_id,
      (SELECT MIN(lane.due_at) FROM callback_lanes lane WHERE lane.tenant_id = busy.tenant_id) AS due_at
    FROM busy WHERE busy.tenant_id IS NOT NULL
  )`,
};

/** Counts leased lanes per tenant, over all nodes. There are few of them, because nodes have few slots. */
export interface LeaseCounts {
  /** Reads the counts from the database. */
  read(): Promise<Map<string, number>>;
  /** Adds this node's lanes of a tenant to those that the other nodes had at the last reading. */
  estimate(tenantId: string): number;
}

export interface LeaseCountsOptions {
  database: Database;
  clock: Clock;
  /** This node's lanes in flight of a tenant. */
  inFlightOf(tenantId: string): number;
}

export function createLeaseCounts({
  database,
  clock,
  inFlightOf,
}: LeaseCountsOptions): LeaseCounts {
  let ofOthers = new Map<string, number>();
  return {
    read: async () => {
      const rows = await database.read.rows<{ tenantId: string }>(
        "SELECT tenant_id AS tenantId FROM callback_lanes WHERE lease_owner > '' AND due_at > ?",
        [clock()],
      );
      const counts = new Map<string, number>();
      for (const { tenantId } of rows) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
      ofOthers = new Map(
        [...counts].flatMap(([tenantId, count]) => {
          const others = count - inFlightOf(tenantId);
          return others > 0 ? [[tenantId, others]] : [];
        }),
      );
      return counts;
    },
    estimate: (tenantId) => inFlightOf(tenantId) + (ofOthers.get(tenantId) ?? 0),
  };
}
