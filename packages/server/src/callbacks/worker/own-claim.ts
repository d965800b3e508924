import { SECOND, type Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { amongKeys } from '../../platform/storage/ranges';
import { keyIn, lockByKey } from '../../platform/storage/sql';
import type { LaneKey, QueuedLane } from '../events/queued-event';
import {
  EVENT_COLUMNS,
  keyOf,
  LANE_KEY,
  LEASE_MS,
  toQueuedEvent,
  type EventRow,
  type Lane,
} from './lane';
import type { Owners } from './lease';
import type { LeaseCounts } from './lease-counts';
import type { Slots } from './slots';

export interface OwnClaimOptions {
  database: Database;
  clock: Clock;
  leases: Pick<LeaseCounts, 'estimate'>;
  owners: Owners;
}

export interface OwnClaim {
  /**
   * Leases lanes that this node knows of, before they are due for all: two statements. It leaves out those for which
   * there is no slot, and all that are not simply new: they become due for the claim that looks for them.
   */
  claim(wanted: readonly QueuedLane[], shareOut: Slots['shareOut']): Promise<Lane[]>;
  /** Whether a tenant's new lanes are left to the other claim, because it fails or is suspended: for a second. */
  leavesOut(tenantId: string): boolean;
}

const LEFT_OUT_MS = SECOND;

type FreeRow = EventRow & { workspace_id: string };

export function createOwnClaim({ database, clock, leases, owners }: OwnClaimOptions): OwnClaim {
  /** Until when, in monotonic milliseconds. */
  const leftOut = new Map<string, number>();

  const leavesOut = (tenantId: string): boolean => {
    const isOver = (leftOut.get(tenantId) ?? 0) <= performance.now();
    if (isOver) leftOut.delete(tenantId);
    return !isOver;
  };

  const claim: OwnClaim['claim'] = async (wanted, shareOut) => {
    const free = await readFree(wanted);
    const tenants = new Map(free.map((row) => [row.tenant_id, row.workspace_id]));
    const rooms = new Map(
      shareOut(
        [...tenants].map(([tenantId, workspaceId]) => {
          return { tenantId, workspaceId, isProbed: false, leased: leases.estimate(tenantId) };
        }),
      ).map(({ tenantId, room }) => [tenantId, room]),
    );
    const chosen = free.filter(({ tenant_id: tenantId }) => {
      const room = rooms.get(tenantId) ?? 0;
      rooms.set(tenantId, room - 1);
      return room > 0;
    });
    return chosen.length === 0 ? [] : lease(chosen);
  };
  return { claim, leavesOut };

  /** Of tenants that are well: the others' lanes have an order of their own. In the order of `wanted`. */
  async function readFree(wanted: readonly QueuedLane[]): Promise<FreeRow[]> {
    const lanes = amongKeys(
      database.dialect,
      ['lane.tenant_id', 'lane.conversation_id'],
      wanted.map(({ tenantId, conversationId }) => [tenantId, conversationId]),
    );
    const rows = await database.read.rows<FreeRow & { is_well: number }>(
      `SELECT tenant.workspace_id AS workspace_id,
         tenant.status = 'active' AND trouble.tenant_id IS NULL AS is_well, ${EVENT_COLUMNS}
       FROM callback_lanes lane${lockByKey(database.dialect)}
       JOIN tenants tenant ON tenant.tenant_id = lane.tenant_id
       JOIN callback_events event ON event.tenant_id = lane.tenant_id
         AND event.conversation_id = lane.conversation_id AND event.sequence = lane.head
       LEFT JOIN callback_health trouble ON trouble.tenant_id = lane.tenant_id
       WHERE ${lanes.where}
         AND lane.lease_owner IS NULL AND lane.side_due_at IS NULL AND lane.head_due_at <= ?`,
      [...lanes.params, clock()],
    );
    const found = new Map<string, FreeRow>();
    for (const row of rows) {
      if (row.is_well === 1) found.set(keyOf(keyOfRow(row)), row);
      else leftOut.set(row.tenant_id, performance.now() + LEFT_OUT_MS);
    }
    return wanted.flatMap((lane) => found.get(keyOf(lane)) ?? []);
  }

  /** The condition of the UPDATE decides: what was read may have changed, and another node may be quicker. */
  function lease(rows: readonly FreeRow[]): Promise<Lane[]> {
    return owners.use(async (owner) => {
      const now = clock();
      const leaseUntil = now + LEASE_MS;
      let leased = 0;
      for (const part of partsOf(rows)) {
        const keys = part.map((row) => [row.tenant_id, row.conversation_id, row.sequence]);
        leased += await database.transaction(
          (tx) =>
            tx.run(
              `UPDATE callback_lanes${lockByKey(tx.dialect)} SET lease_owner = ?, due_at = ?
               WHERE ${keyIn(tx.dialect, [...LANE_KEY, 'head'], keys)}
                 AND lease_owner IS NULL AND side_due_at IS NULL AND head_due_at <= ?`,
              [owner, leaseUntil, ...keys.flat(), now],
            ),
          { isOneStatement: true },
        );
      }
      const isMine = leased === rows.length ? () => true : await readMine(owner);
      return rows.filter(isMine).map((row) => ({
        ...keyOfRow(row),
        workspaceId: row.workspace_id,
        head: row.sequence,
        isAside: false,
        probeOf: null,
        isFailing: false,
        event: toQueuedEvent(row),
        owner,
        leaseUntil,
        heldSince: now,
      }));
    });
  }

  function partsOf(rows: readonly FreeRow[]): FreeRow[][] {
    if (!database.isSharded) return [[...rows]];
    const parts = new Map<string, FreeRow[]>();
    for (const row of rows) parts.set(row.tenant_id, [...(parts.get(row.tenant_id) ?? []), row]);
    return [...parts.values()];
  }

  async function readMine(owner: string): Promise<(row: FreeRow) => boolean> {
    const rows = await database.read.rows<{ tenant_id: string; conversation_id: string }>(
      'SELECT tenant_id, conversation_id FROM callback_lanes WHERE lease_owner = ?',
      [owner],
    );
    const mine = new Set(rows.map((row) => keyOf(keyOfRow(row))));
    return (row) => mine.has(keyOf(keyOfRow(row)));
  }
}

function keyOfRow(row: { tenant_id: string; conversation_id: string }): LaneKey {
  return { tenantId: row.tenant_id, conversationId: row.conversation_id };
}
