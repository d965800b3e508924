import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import type { Dialect, Sql } from '../../platform/storage/sql';
import { keyOf, LEASE_MS, loadEvents, type Lane } from './lane';
import { lease, leaseProbe, type Owners, type Share } from './lease';
import type { LeaseCounts } from './lease-counts';
import type { Slots } from './slots';

export interface ClaimOptions {
  database: Database;
  clock: Clock;
  leases: Pick<LeaseCounts, 'read'>;
  owners: Owners;
}

export interface Claimed {
  lanes: Lane[];
  /** Tenants that may have more lanes due than they were given slots for. */
  backlogged: ReadonlySet<string>;
}

/** Leases due lanes: of each tenant as many as `shareOut` allows. */
export type Claim = (shareOut: Slots['shareOut']) => Promise<Claimed>;

export function createClaim({ database, clock, leases, owners }: ClaimOptions): Claim {
  return async (shareOut) => {
    await owners.giveBack();
    const [tenants, leasesOf] = await Promise.all([
      dueTenants(database.read, clock()),
      leases.read(),
    ]);
    const shares = shareOut(
      tenants.map((tenant) => ({ ...tenant, leased: leasesOf.get(tenant.tenantId) ?? 0 })),
    );
    const dueOf = new Map(tenants.map((tenant) => [tenant.tenantId, tenant]));
    const lanes = shares.length === 0 ? [] : await take(shares, dueOf);
    return { lanes, backlogged: cutShort(tenants, shares, lanes) };
  };

  function take(shares: readonly Share[], dueOf: Map<string, DueTenant>): Promise<Lane[]> {
    return owners.use(async (owner) => {
      const parts = database.isSharded ? shares.map((share) => [share]) : [shares];
      const lanes: Lane[] = [];
      for (const part of parts) lanes.push(...(await takeTogether(part, owner, dueOf)));
      return lanes;
    });
  }

  function takeTogether(
    shares: readonly Share[],
    owner: string,
    dueOf: Map<string, DueTenant>,
  ): Promise<Lane[]> {
    return database.transaction(async (tx) => {
      const now = clock();
      const stamp = { owner, now };
      const isProbed = ({ tenantId }: Share) => dueOf.get(tenantId)?.isProbed ?? false;
      const inOrder = shares.filter((share) => !isProbed(share));
      const places = await lease(tx, inOrder, stamp);
      for (const { tenantId } of shares.filter(isProbed)) {
        const probe = await leaseProbe(tx, tenantId, stamp);
        if (probe) places.push(probe);
      }
      const events = await loadEvents(tx, places);
      return places.map((place) => ({
        ...place,
        workspaceId: dueOf.get(place.tenantId)?.workspaceId ?? '',
        event: events.get(keyOf(place)) ?? null,
        isFailing: dueOf.get(place.tenantId)?.isFailing ?? false,
        owner,
        leaseUntil: now + LEASE_MS,
        heldSince: now,
      }));
    });
  }
}

/** Who has taken less than its share has no more. */
function cutShort(
  tenants: readonly DueTenant[],
  shares: readonly Share[],
  lanes: readonly Lane[],
): Set<string> {
  const rest = new Map(shares.map(({ tenantId, room }) => [tenantId, room]));
  for (const { tenantId } of lanes) rest.set(tenantId, (rest.get(tenantId) ?? 0) - 1);
  return new Set(
    tenants.map(({ tenantId }) => tenantId).filter((tenantId) => (rest.get(tenantId) ?? 0) <= 0),
  );
}

interface DueTenant {
  tenantId: string;
  workspaceId: string;
  /** Gets one attempt at a time, of any lane. */
  isProbed: boolean;
  isFailing: boolean;
}

/**
 * All tenants with a due lane, the longest waiting first, and those with a failing address whose probe is due.
 * A limit here would let the longest queues hide a tenant whose event has just arrived. The queues of suspended
 * and paused tenants are left out.
 */
async function dueTenants(sql: Sql, now: number): Promise<DueTenant[]> {
  const rows = await sql.rows<{ tenantId: string; workspaceId: string; probes: number | null }>(
    `${EARLIEST_OF_TENANTS[sql.dialect]}
      SELECT earliest.tenant_id AS tenantId, tenants.workspace_id AS workspaceId,
        trouble.probes AS probes
      FROM earliest
      JOIN tenants ON tenants.tenant_id = earliest.tenant_id AND tenants.status = 'active'
      LEFT JOIN callback_health trouble ON trouble.tenant_id = earliest.tenant_id
      WHERE (earliest.due_at <= ? OR trouble.probes > 0)
        AND (trouble.tenant_id IS NULL OR trouble.resumes_at <= ?)
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
