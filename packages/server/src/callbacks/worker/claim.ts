import type { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import type { Database, Tx } from '../../platform/storage/database';
import { unionAll } from '../../platform/storage/ranges';
import { forUpdate, forUpdateSkipLocked, keyIn, lockByKey } from '../../platform/storage/sql';
import { readDueTenants, type DueTenant, type LeaseCounts } from './backlog';
import type { ConcurrencyLimits, Quota } from './fairness';
import { keyOf, LANE_KEY, LEASE_MS, loadEvents, type Lane, type NextEvent } from './queue-state';

export interface ClaimOptions {
  database: Database;
  clock: Clock;
  leases: Pick<LeaseCounts, 'read'>;
  tokens: LeaseTokens;
}

export interface Claimed {
  lanes: Lane[];
  /** Tenants that may have more due lanes than their quota. */
  backlogged: ReadonlySet<string>;
}

/** Leases due lanes, at most as many of each tenant as `allocate` allows. */
export type Claim = (allocate: ConcurrencyLimits['allocate']) => Promise<Claimed>;

export function createClaim({ database, clock, leases, tokens }: ClaimOptions): Claim {
  return async (allocate) => {
    await tokens.releaseUnconfirmed();
    const [tenants, leasesOf] = await Promise.all([
      readDueTenants(database.read, clock()),
      leases.read(),
    ]);
    const quotas = allocate(
      tenants.map((tenant) => ({ ...tenant, leased: leasesOf.get(tenant.tenantId) ?? 0 })),
    );
    const tenantOf = new Map(tenants.map((tenant) => [tenant.tenantId, tenant]));
    const lanes = quotas.length === 0 ? [] : await leaseAll(quotas, tenantOf);
    return { lanes, backlogged: backloggedTenants(tenants, quotas, lanes) };
  };

  function leaseAll(quotas: readonly Quota[], tenantOf: Map<string, DueTenant>): Promise<Lane[]> {
    return tokens.use(async (leaseToken) => {
      const parts = database.isSharded ? quotas.map((quota) => [quota]) : [quotas];
      const lanes: Lane[] = [];
      for (const part of parts) lanes.push(...(await leaseTogether(part, leaseToken, tenantOf)));
      return lanes;
    });
  }

  function leaseTogether(
    quotas: readonly Quota[],
    leaseToken: string,
    tenantOf: Map<string, DueTenant>,
  ): Promise<Lane[]> {
    return database.transaction(async (tx) => {
      const now = clock();
      const newLease = { leaseToken, now };
      const isProbed = ({ tenantId }: Quota) => tenantOf.get(tenantId)?.isProbed ?? false;
      const inOrder = quotas.filter((quota) => !isProbed(quota));
      const leased = await leaseDue(tx, inOrder, newLease);
      for (const { tenantId } of quotas.filter(isProbed)) {
        const probe = await leaseProbe(tx, tenantId, newLease);
        if (probe) leased.push(probe);
      }
      const events = await loadEvents(tx, leased);
      return leased.map((lane) => ({
        ...lane,
        workspaceId: tenantOf.get(lane.tenantId)?.workspaceId ?? '',
        event: events.get(keyOf(lane)) ?? null,
        isFailing: tenantOf.get(lane.tenantId)?.isFailing ?? false,
        leaseToken,
        leaseUntil: now + LEASE_MS,
        heldSince: now,
      }));
    });
  }
}

/** Returns the tenants that may have more: one with fewer leased lanes than its quota has no backlog. */
function backloggedTenants(
  tenants: readonly DueTenant[],
  quotas: readonly Quota[],
  lanes: readonly Lane[],
): Set<string> {
  const unused = new Map(quotas.map((quota) => [quota.tenantId, quota.lanes]));
  for (const { tenantId } of lanes) unused.set(tenantId, (unused.get(tenantId) ?? 0) - 1);
  return new Set(
    tenants.map(({ tenantId }) => tenantId).filter((tenantId) => (unused.get(tenantId) ?? 0) <= 0),
  );
}

interface NewLease {
  leaseToken: string;
  now: number;
}

type LeasedLane = NextEvent & Pick<Lane, 'probeOf'>;

interface LeasedRow {
  tenant_id: string;
  conversation_id: string;
  head: number;
  tail: number;
  head_due_at: number;
  side_due_at: number | null;
}

const LEASED_COLUMNS = 'tenant_id, conversation_id, head, tail, head_due_at, side_due_at';

async function leaseDue(
  tx: Tx,
  quotas: readonly Quota[],
  newLease: NewLease,
): Promise<LeasedLane[]> {
  if (quotas.length === 0) return [];
  const leaseOn = tx.dialect === 'sqlite' ? leaseOnSqlite : leaseOnMysql;
  const rows = await leaseOn(tx, quotas, newLease);
  return rows.map((row) => ({ ...nextEventOf(row, newLease.now), probeOf: null }));
}

function leaseOnSqlite(tx: Tx, quotas: readonly Quota[], { leaseToken, now }: NewLease) {
  const due = unionAll(
    tx.dialect,
    quotas.map(() => dueLanes('rowid')),
  );
  return tx.rows<LeasedRow>(
    'UPDATE callback_lanes SET lease_owner = ?, due_at = ? ' +
      `WHERE rowid IN (${due}) RETURNING ${LEASED_COLUMNS}`,
    [
      leaseToken,
      now + LEASE_MS,
      ...quotas.flatMap(({ tenantId, lanes }) => [tenantId, now, lanes]),
    ],
  );
}

/**
 * The UPDATE alone decides who gets a lane. SKIP LOCKED only avoids waiting for lanes that another worker is
 * about to take, or that the journal lengthens: TiDB accepts the clause and locks nothing.
 */
async function leaseOnMysql(tx: Tx, quotas: readonly Quota[], { leaseToken, now }: NewLease) {
  const due = `${dueLanes(LANE_KEY.join(', '))}${forUpdateSkipLocked(tx.dialect)}`;
  const lanes = await tx.rows<{ tenant_id: string; conversation_id: string }>(
    unionAll(
      tx.dialect,
      quotas.map(() => due),
    ),
    quotas.flatMap((quota) => [quota.tenantId, now, quota.lanes]),
  );
  if (lanes.length === 0) return [];
  const keys = lanes.map((lane) => [lane.tenant_id, lane.conversation_id]);
  const ofLanes = keyIn(tx.dialect, LANE_KEY, keys);
  await tx.run(
    `UPDATE callback_lanes${lockByKey(tx.dialect)} SET lease_owner = ?, due_at = ? WHERE ${ofLanes} AND due_at <= ?`,
    [leaseToken, now + LEASE_MS, ...keys.flat(), now],
  );
  return tx.rows<LeasedRow>(
    `SELECT ${LEASED_COLUMNS} FROM callback_lanes WHERE ${ofLanes} AND lease_owner = ?`,
    [...keys.flat(), leaseToken],
  );
}

/** Selects due lanes in the order of the index callback_lanes_due, which is read no further than the limit. */
function dueLanes(columns: string): string {
  return `SELECT ${columns} FROM callback_lanes WHERE tenant_id = ? AND due_at <= ? ORDER BY tenant_id, due_at LIMIT ?`;
}

/**
 * Leases the lane that has waited longest, due or not: a recovered tenant must not wait for the end of a long
 * delay. Only one node succeeds for each probe.
 */
async function leaseProbe(
  tx: Tx,
  tenantId: string,
  { leaseToken, now }: NewLease,
): Promise<LeasedLane | null> {
  const isFree = '(lease_owner IS NULL OR due_at <= ?)';
  const [row] = await tx.rows<LeasedRow & { due_at: number }>(
    `SELECT ${LEASED_COLUMNS}, due_at FROM callback_lanes WHERE tenant_id = ? AND ${isFree}
     ORDER BY tenant_id, due_at LIMIT 1${forUpdate(tx.dialect)}`,
    [tenantId, now],
  );
  if (!row) return null;
  const granted = await tx.run(
    `UPDATE callback_health SET resumes_at = ?
     WHERE tenant_id = ? AND probes > 0 AND resumes_at <= ?`,
    [now + LEASE_MS, tenantId, now],
  );
  if (granted !== 1) return null;
  const leased = await tx.run(
    `UPDATE callback_lanes SET lease_owner = ?, due_at = ?
     WHERE tenant_id = ? AND conversation_id = ? AND ${isFree}`,
    [leaseToken, now + LEASE_MS, tenantId, row.conversation_id, now],
  );
  return leased === 1 ? { ...nextEventOf(row, now), probeOf: { dueAt: row.due_at } } : null;
}

function nextEventOf(row: LeasedRow, now: number): NextEvent {
  const { head, tail, head_due_at: headDueAt, side_due_at: deferredDueAt } = row;
  const isDeferred =
    deferredDueAt !== null && (head > tail || (deferredDueAt <= now && deferredDueAt <= headDueAt));
  return { tenantId: row.tenant_id, conversationId: row.conversation_id, head, isDeferred };
}

/** Gives each claim a lease token of its own, so that its leases differ from any other. */
export interface LeaseTokens {
  /**
   * Runs a claim with a new token. A claim that fails may be committed nevertheless: then no worker has its
   * lanes, and the next claim releases them first.
   */
  use<T>(claim: (leaseToken: string) => Promise<T>): Promise<T>;
  releaseUnconfirmed(): Promise<void>;
}

export function createLeaseTokens(database: Database): LeaseTokens {
  let unconfirmed: string | null = null;
  const releaseUnconfirmed = async (): Promise<void> => {
    const leaseToken = unconfirmed;
    if (leaseToken === null) return;
    await database.transaction((tx) => release(tx, leaseToken));
    unconfirmed = null;
  };
  return {
    use: async (claim) => {
      await releaseUnconfirmed();
      const leaseToken = newId();
      unconfirmed = leaseToken;
      const result = await claim(leaseToken);
      unconfirmed = null;
      return result;
    },
    releaseUnconfirmed,
  };
}

/** Restores the due times of a claim's lanes, as if it had not happened. */
async function release(tx: Tx, leaseToken: string): Promise<void> {
  await tx.run(
    `UPDATE callback_lanes SET lease_owner = NULL, due_at = CASE
       WHEN head > tail OR side_due_at < head_due_at THEN side_due_at ELSE head_due_at END
     WHERE lease_owner = ?`,
    [leaseToken],
  );
}
