import { newId } from '../../platform/ids';
import type { Database, Tx } from '../../platform/storage/database';
import { forUpdate, forUpdateSkipLocked, keyIn, lockByKey } from '../../platform/storage/sql';
import { unionAll } from '../../platform/storage/ranges';
import { LANE_KEY, LEASE_MS, type Lane, type LanePlace } from './lane';

/** A tenant with room for more lanes in flight, and how many. */
export interface Share {
  tenantId: string;
  room: number;
}

/** The owner is a token of this claim only, so that its leases differ from any other. */
export interface Stamp {
  owner: string;
  now: number;
}

/** A lane that has just been leased. */
export type Place = LanePlace & Pick<Lane, 'probeOf'>;

interface LanePlaceRow {
  tenant_id: string;
  conversation_id: string;
  head: number;
  tail: number;
  head_due_at: number;
  side_due_at: number | null;
}

const LANE_COLUMNS = 'tenant_id, conversation_id, head, tail, head_due_at, side_due_at';

/** Marks due lanes as leased. */
export async function lease(tx: Tx, shares: readonly Share[], stamp: Stamp): Promise<Place[]> {
  if (shares.length === 0) return [];
  const rows =
    tx.dialect === 'sqlite'
      ? await leaseOnSqlite(tx, shares, stamp)
      : await leaseOnMysql(tx, shares, stamp);
  return rows.map((row) => ({ ...placeOf(row, stamp.now), probeOf: null }));
}

function leaseOnSqlite(tx: Tx, shares: readonly Share[], { owner, now }: Stamp) {
  const due = unionAll(
    tx.dialect,
    shares.map(() => dueLanes('rowid')),
  );
  return tx.rows<LanePlaceRow>(
    'UPDATE callback_lanes SET lease_owner = ?, due_at = ? ' +
      `WHERE rowid IN (${due}) RETURNING ${LANE_COLUMNS}`,
    [owner, now + LEASE_MS, ...shares.flatMap(({ tenantId, room }) => [tenantId, now, room])],
  );
}

/**
 * The UPDATE alone decides who gets a lane. SKIP LOCKED only avoids waiting for lanes that another worker is
 * about to take, or that the journal lengthens: TiDB accepts the clause and locks nothing.
 */
async function leaseOnMysql(tx: Tx, shares: readonly Share[], { owner, now }: Stamp) {
  const due = `${dueLanes(LANE_KEY.join(', '))}${forUpdateSkipLocked(tx.dialect)}`;
  const lanes = await tx.rows<{ tenant_id: string; conversation_id: string }>(
    unionAll(
      tx.dialect,
      shares.map(() => due),
    ),
    shares.flatMap(({ tenantId, room }) => [tenantId, now, room]),
  );
  if (lanes.length === 0) return [];
  const keys = lanes.map((lane) => [lane.tenant_id, lane.conversation_id]);
  const ofLanes = keyIn(tx.dialect, LANE_KEY, keys);
  await tx.run(
    `UPDATE callback_lanes${lockByKey(tx.dialect)} SET lease_owner = ?, due_at = ? WHERE ${ofLanes} AND due_at <= ?`,
    [owner, now + LEASE_MS, ...keys.flat(), now],
  );
  return tx.rows<LanePlaceRow>(
    `SELECT ${LANE_COLUMNS} FROM callback_lanes WHERE ${ofLanes} AND lease_owner = ?`,
    [...keys.flat(), owner],
  );
}

/** Reads the index callback_lanes_due in its own order, and no further than the limit. */
function dueLanes(columns: string): string {
  return `SELECT ${columns} FROM callback_lanes WHERE tenant_id = ? AND due_at <= ? ORDER BY tenant_id, due_at LIMIT ?`;
}

/**
 * The lane that has waited longest, due or not: a recovered tenant must not wait for the end of a long delay.
 * Only one node succeeds for each probe.
 */
export async function leaseProbe(
  tx: Tx,
  tenantId: string,
  { owner, now }: Stamp,
): Promise<Place | null> {
  const isFree = '(lease_owner IS NULL OR due_at <= ?)';
  const [row] = await tx.rows<LanePlaceRow & { due_at: number }>(
    `SELECT ${LANE_COLUMNS}, due_at FROM callback_lanes WHERE tenant_id = ? AND ${isFree}
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
    [owner, now + LEASE_MS, tenantId, row.conversation_id, now],
  );
  return leased === 1 ? { ...placeOf(row, now), probeOf: { dueAt: row.due_at } } : null;
}

function placeOf(row: LanePlaceRow, now: number): LanePlace {
  const { head, tail, head_due_at: headDueAt, side_due_at: sideDueAt } = row;
  const isAside =
    sideDueAt !== null && (head > tail || (sideDueAt <= now && sideDueAt <= headDueAt));
  return { tenantId: row.tenant_id, conversationId: row.conversation_id, head, isAside };
}

/** Names each claim of a worker. */
export interface Owners {
  /**
   * Runs a claim with a name of its own. If it fails, it may be committed nevertheless: then no worker has its
   * lanes, and the next claim gives them back first.
   */
  use<T>(claim: (owner: string) => Promise<T>): Promise<T>;
  giveBack(): Promise<void>;
}

export function createOwners(database: Database): Owners {
  let unconfirmed: string | null = null;
  const giveBack = async (): Promise<void> => {
    const owner = unconfirmed;
    if (owner === null) return;
    await database.transaction((tx) => release(tx, owner));
    unconfirmed = null;
  };
  return {
    use: async (claim) => {
      await giveBack();
      const owner = newId();
      unconfirmed = owner;
      const result = await claim(owner);
      unconfirmed = null;
      return result;
    },
    giveBack,
  };
}

/** Releases what a claim has leased, as if it had not happened. */
async function release(tx: Tx, owner: string): Promise<void> {
  await tx.run(
    `UPDATE callback_lanes SET lease_owner = NULL, due_at = CASE
       WHEN head > tail OR side_due_at < head_due_at THEN side_due_at ELSE head_due_at END
     WHERE lease_owner = ?`,
    [owner],
  );
}
