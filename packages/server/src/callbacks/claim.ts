import type { Clock } from '../clock';
import type { Database, Tx } from '../storage/database';
import { forUpdateSkipLocked, type Dialect, type Sql } from '../storage/sql';
import { keyOf, LEASE_MS, loadHeads, type Lane, type LanePlace } from './lane';
import { keyIn } from './row-keys';

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
    const roomOf = (tenantId: string) =>
      maxPerTenant - Math.max(leasesOf.get(tenantId) ?? 0, heldOf(tenantId));
    const shares = shareOut(
      tenants.map((tenantId) => ({ tenantId, room: roomOf(tenantId) })),
      free,
    );
    if (shares.length === 0) return [];
    return database.transaction(async (tx) => {
      const now = clock();
      const places = await lease(tx, shares, { owner, now });
      const events = await loadHeads(tx, places);
      return places.map((place) => ({
        ...place,
        event: events.get(keyOf(place)) ?? null,
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

/** Those with a lane that is due, the longest waiting first. Suspended tenants' queues stay. */
async function dueTenants(sql: Sql, now: number): Promise<string[]> {
  const rows = await sql.rows<{ tenantId: string }>(
    `${EARLIEST_OF_TENANTS[sql.dialect]}
      SELECT earliest.tenant_id AS tenantId
      FROM earliest
      JOIN tenants ON tenants.tenant_id = earliest.tenant_id AND tenants.status = 'active'
      WHERE earliest.due_at <= ? ORDER BY earliest.due_at LIMIT ${MAX_TENANTS}`,
    [now],
  );
  return rows.map(({ tenantId }) => tenantId);
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
}

/** Stamps the lease on lanes that are due and in nobody's hands. */
async function lease(
  tx: Tx,
  shares: readonly Share[],
  { owner, now }: { owner: string; now: number },
): Promise<LanePlace[]> {
  const params = shares.flatMap(({ tenantId, room }) => [tenantId, now, room]);
  const stamp = [owner, now + LEASE_MS];
  const rows =
    tx.dialect === 'sqlite'
      ? await tx.rows<LanePlaceRow>(
          'UPDATE callback_lanes SET lease_owner = ?, due_at = ? WHERE rowid IN ' +
            `(${shares.map(() => `SELECT * FROM (${dueLanes('rowid')})`).join(' UNION ALL ')}) ` +
            'RETURNING tenant_id, conversation_id, head',
          [...stamp, ...params],
        )
      : await leaseUnlocked(tx, shares.length, params, stamp);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    conversationId: row.conversation_id,
    head: row.head,
  }));
}

/** Lanes that another worker is about to take, or the journal to lengthen, are left to the next claim. */
async function leaseUnlocked(
  tx: Tx,
  tenants: number,
  params: readonly (string | number)[],
  stamp: readonly (string | number)[],
): Promise<LanePlaceRow[]> {
  const part = `(${dueLanes('tenant_id, conversation_id, head')}${forUpdateSkipLocked(tx.dialect)})`;
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
