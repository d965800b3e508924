import type { Clock } from '../clock';
import type { Database, Tx } from '../storage/database';
import { forUpdate, forUpdateSkipLocked, keyIn, type Dialect, type Sql } from '../storage/sql';
import { keyOf, LEASE_MS, loadEvents, type Lane, type LanePlace } from './lane';

export interface ClaimOptions {
  database: Database;
  clock: Clock;
  /** The worker's id. */
  owner: string;
  maxPerTenant: number;
}

export interface ClaimRequest {
  /** Not more lanes than this. */
  free: number;
  /** How many lanes of a tenant this worker has. */
  heldOf(tenantId: string): number;
}

/** Takes lanes that are due, the longest waiting first, with an equal share for each tenant. */
export type Claim = (request: ClaimRequest) => Promise<Lane[]>;

export function createClaim({ database, clock, owner, maxPerTenant }: ClaimOptions): Claim {
  return async ({ free, heldOf }) => {
    const asOf = clock();
    const [tenants, leasesOf] = await Promise.all([
      dueTenants(database.read, asOf),
      countLeases(database.read, asOf),
    ]);
    const roomOf = ({ tenantId, isProbed }: DueTenant) => {
      const held = Math.max(leasesOf.get(tenantId) ?? 0, heldOf(tenantId));
      return isProbed ? Math.min(1 - held, 1) : maxPerTenant - held;
    };
    const shares = shareOut(
      tenants.map((tenant) => ({ tenantId: tenant.tenantId, room: roomOf(tenant) })),
      free,
    );
    if (shares.length === 0) return [];
    const duesOf = new Map(tenants.map((tenant) => [tenant.tenantId, tenant]));
    const isProbed = ({ tenantId }: Share) => duesOf.get(tenantId)?.isProbed ?? false;
    return database.transaction(async (tx) => {
      const now = clock();
      const stamp = { owner, now };
      const places = await lease(
        tx,
        shares.filter((share) => !isProbed(share)),
        stamp,
      );
      for (const { tenantId } of shares.filter(isProbed)) {
        const probe = await leaseProbe(tx, tenantId, stamp);
        if (probe) places.push(probe);
      }
      const events = await loadEvents(tx, places);
      return places.map((place) => ({
        ...place,
        event: events.get(keyOf(place)) ?? null,
        isTroubled: duesOf.get(place.tenantId)?.isTroubled ?? false,
        leaseUntil: now + LEASE_MS,
        heldSince: now,
      }));
    });
  };
}

/** A tenant with room for more, and how much. */
interface Share {
  tenantId: string;
  room: number;
}

const MAX_TENANTS = 1024;

interface DueTenant {
  tenantId: string;
  /** Gets one attempt at a time, whichever lane is next. */
  isProbed: boolean;
  isTroubled: boolean;
}

/**
 * Those with a lane that is due, the longest waiting first, and those whose address is to be probed.
 * The queues of suspended and of paused tenants stay.
 */
async function dueTenants(sql: Sql, now: number): Promise<DueTenant[]> {
  const rows = await sql.rows<{ tenantId: string; probes: number | null }>(
    `${EARLIEST_OF_TENANTS[sql.dialect]}
      SELECT earliest.tenant_id AS tenantId, trouble.probes AS probes
      FROM earliest
      JOIN tenants ON tenants.tenant_id = earliest.tenant_id AND tenants.status = 'active'
      LEFT JOIN callback_troubles trouble ON trouble.tenant_id = earliest.tenant_id
      WHERE (earliest.due_at <= ? OR trouble.probes > 0)
        AND (trouble.tenant_id IS NULL OR trouble.resumes_at <= ?)
      ORDER BY earliest.due_at LIMIT ${MAX_TENANTS}`,
    [now, now],
  );
  return rows.map(({ tenantId, probes }) => ({
    tenantId,
    isProbed: (probes ?? 0) > 0,
    isTroubled: probes !== null,
  }));
}

/** The lanes of each tenant that are in the hands of any node: few, as nodes have few slots. */
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
 * Both jump from tenant to tenant in the index: a tenant with ten thousand lanes costs no more than
 * one with a single lane. SQLite has to be shown how.
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

/** Round after round, one slot for each tenant that has room. */
export function shareOut(tenants: readonly Share[], free: number): Share[] {
  const shares = tenants.map(({ tenantId }) => ({ tenantId, room: 0 }));
  let left = free;
  for (let round = 1; left > 0; round++) {
    const before = left;
    for (const [index, share] of shares.entries()) {
      if (left === 0) break;
      if ((tenants[index]?.room ?? 0) < round) continue;
      share.room = round;
      left--;
    }
    if (left === before) break;
  }
  return shares.filter(({ room }) => room > 0);
}

interface LanePlaceRow {
  tenant_id: string;
  conversation_id: string;
  head: number;
  tail: number;
  head_due_at: number;
  side_due_at: number | null;
}

const LANE_COLUMNS = 'tenant_id, conversation_id, head, tail, head_due_at, side_due_at';

type Place = LanePlace & Pick<Lane, 'probeOf'>;

function placeOf(row: LanePlaceRow, now: number): LanePlace {
  const { head, tail, head_due_at: headDueAt, side_due_at: sideDueAt } = row;
  const isAside =
    sideDueAt !== null && (head > tail || (sideDueAt <= now && sideDueAt <= headDueAt));
  return { tenantId: row.tenant_id, conversationId: row.conversation_id, head, isAside };
}

/**
 * The lane that waits longest, due or not: a tenant who is back must not have to wait for the last of
 * the long delays. One node alone gets through for each probe.
 */
async function leaseProbe(
  tx: Tx,
  tenantId: string,
  { owner, now }: { owner: string; now: number },
): Promise<Place | null> {
  const [row] = await tx.rows<LanePlaceRow & { due_at: number }>(
    `SELECT ${LANE_COLUMNS}, due_at FROM callback_lanes
     WHERE tenant_id = ? AND (lease_owner IS NULL OR due_at <= ?)
     ORDER BY tenant_id, due_at LIMIT 1${forUpdate(tx.dialect)}`,
    [tenantId, now],
  );
  if (!row) return null;
  const granted = await tx.run(
    `UPDATE callback_troubles SET resumes_at = ?
     WHERE tenant_id = ? AND probes > 0 AND resumes_at <= ?`,
    [now + LEASE_MS, tenantId, now],
  );
  if (granted !== 1) return null;
  const place = placeOf(row, now);
  await tx.run(
    'UPDATE callback_lanes SET lease_owner = ?, due_at = ? WHERE tenant_id = ? AND conversation_id = ?',
    [owner, now + LEASE_MS, tenantId, place.conversationId],
  );
  return { ...place, probeOf: { dueAt: row.due_at } };
}

/** Stamps the lease on lanes that are due and in nobody's hands. */
async function lease(
  tx: Tx,
  shares: readonly Share[],
  { owner, now }: { owner: string; now: number },
): Promise<Place[]> {
  if (shares.length === 0) return [];
  const params = shares.flatMap(({ tenantId, room }) => [tenantId, now, room]);
  const stamp = [owner, now + LEASE_MS];
  const rows =
    tx.dialect === 'sqlite'
      ? await tx.rows<LanePlaceRow>(
          'UPDATE callback_lanes SET lease_owner = ?, due_at = ? WHERE rowid IN ' +
            `(${shares.map(() => `SELECT * FROM (${dueLanes('rowid')})`).join(' UNION ALL ')}) ` +
            `RETURNING ${LANE_COLUMNS}`,
          [...stamp, ...params],
        )
      : await leaseUnlocked(tx, shares.length, params, stamp);
  return rows.map((row) => ({ ...placeOf(row, now), probeOf: null }));
}

/** Lanes that another worker is about to take, or the journal to lengthen, are left to the next claim. */
async function leaseUnlocked(
  tx: Tx,
  tenants: number,
  params: readonly (string | number)[],
  stamp: readonly (string | number)[],
): Promise<LanePlaceRow[]> {
  const part = `(${dueLanes(LANE_COLUMNS)}${forUpdateSkipLocked(tx.dialect)})`;
  const rows = await tx.rows<LanePlaceRow>(
    Array.from({ length: tenants }, () => part).join(' UNION ALL '),
    params,
  );
  if (rows.length === 0) return rows;
  const keys = rows.map((row) => [row.tenant_id, row.conversation_id]);
  await tx.run(
    'UPDATE callback_lanes SET lease_owner = ?, due_at = ? WHERE ' +
      keyIn(tx.dialect, ['tenant_id', 'conversation_id'], keys),
    [...stamp, ...keys.flat()],
  );
  return rows;
}

/** Reads the index callback_lanes_due in its own order, and no further than the limit. */
function dueLanes(columns: string): string {
  return `SELECT ${columns} FROM callback_lanes WHERE tenant_id = ? AND due_at <= ? ORDER BY tenant_id, due_at LIMIT ?`;
}
