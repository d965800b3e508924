import type { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import type { Database } from '../../platform/storage/database';
import type { Dialect, Sql } from '../../platform/storage/sql';
import { keyOf, LEASE_MS, loadEvents, type Lane } from './lane';
import { lease, leaseProbe, release, type Share } from './lease';
import type { Slots } from './slots';

export interface ClaimOptions {
  database: Database;
  clock: Clock;
}

/** Leases due lanes: of each tenant as many as `shareOut` allows. */
export type Claim = (shareOut: Slots['shareOut']) => Promise<Lane[]>;

export function createClaim({ database, clock }: ClaimOptions): Claim {
  /** A failed claim that may have been committed: no worker has its lanes. */
  let unconfirmed: string | null = null;

  return async (shareOut) => {
    await giveBackUnconfirmed();
    const asOf = clock();
    const [tenants, leasesOf] = await Promise.all([
      dueTenants(database.read, asOf),
      countLeases(database.read, asOf),
    ]);
    const shares = shareOut(
      tenants.map((tenant) => ({ ...tenant, leased: leasesOf.get(tenant.tenantId) ?? 0 })),
    );
    if (shares.length === 0) return [];
    return take(shares, new Map(tenants.map((tenant) => [tenant.tenantId, tenant])));
  };

  async function take(shares: readonly Share[], dueOf: Map<string, DueTenant>): Promise<Lane[]> {
    const owner = newId();
    unconfirmed = owner;
    const parts = database.isSharded ? shares.map((share) => [share]) : [shares];
    const lanes: Lane[] = [];
    for (const part of parts) lanes.push(...(await takeTogether(part, owner, dueOf)));
    unconfirmed = null;
    return lanes;
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

  async function giveBackUnconfirmed(): Promise<void> {
    const owner = unconfirmed;
    if (owner === null) return;
    await database.transaction((tx) => release(tx, owner));
    unconfirmed = null;
  }
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
      LEFT JOIN callback_troubles trouble ON trouble.tenant_id = earliest.tenant_id
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

/** Leased lanes per tenant over all nodes: few, because nodes have few slots. */
async function countLeases(sql: Sql, now: number): Promise<Map<string, number>> {
  const rows = await sql.rows<{ tenantId: string }>(
    "SELECT tenant_id AS tenantId FROM callback_lanes WHERE lease_owner > '' AND due_at > ?",
    [now],
  );
  const counts = new Map<string, number>();
  for (const { tenantId } of rows) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
  return counts;
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
