import { SECOND, type Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { amongKeys } from '../../platform/storage/ranges';
import { keyIn, lockByKey } from '../../platform/storage/sql';
import type { LaneKey, QueuedLane } from '../events/queued-event';
import type { LeaseCounts } from './backlog';
import type { LeaseTokens } from './claim';
import type { ConcurrencyLimits } from './fairness';
import {
  EVENT_COLUMNS,
  keyOf,
  LANE_KEY,
  LEASE_MS,
  toQueuedEvent,
  type EventRow,
  type Lane,
} from './queue-state';

export interface KnownClaimOptions {
  database: Database;
  clock: Clock;
  leases: Pick<LeaseCounts, 'estimate'>;
  tokens: LeaseTokens;
}

export interface KnownClaim {
  /**
   * Leases known lanes before they are due for every node: two statements. It leaves out lanes for which there is no
   * slot, and lanes that are not simply new: the claim of all due lanes finds them.
   */
  claim(wanted: readonly QueuedLane[], allocate: ConcurrencyLimits['allocate']): Promise<Lane[]>;
  /** True for a second after a tenant failed or was suspended: only the claim of all due lanes takes its new lanes. */
  leavesOut(tenantId: string): boolean;
}

const LEFT_OUT_MS = SECOND;

type FreeRow = EventRow & { workspace_id: string };

export function createKnownClaim({
  database,
  clock,
  leases,
  tokens,
}: KnownClaimOptions): KnownClaim {
  /** The end of that second by tenant, in monotonic milliseconds. */
  const leftOut = new Map<string, number>();

  const leavesOut = (tenantId: string): boolean => {
    const isOver = (leftOut.get(tenantId) ?? 0) <= performance.now();
    if (isOver) leftOut.delete(tenantId);
    return !isOver;
  };

  const claim: KnownClaim['claim'] = async (wanted, allocate) => {
    const free = await readFree(wanted);
    const tenants = new Map(free.map((row) => [row.tenant_id, row.workspace_id]));
    const quotas = new Map(
      allocate(
        [...tenants].map(([tenantId, workspaceId]) => {
          return { tenantId, workspaceId, isProbed: false, leased: leases.estimate(tenantId) };
        }),
      ).map(({ tenantId, lanes }) => [tenantId, lanes]),
    );
    const chosen = free.filter(({ tenant_id: tenantId }) => {
      const left = quotas.get(tenantId) ?? 0;
      quotas.set(tenantId, left - 1);
      return left > 0;
    });
    return chosen.length === 0 ? [] : lease(chosen);
  };
  return { claim, leavesOut };

  /** Keeps the order of `wanted`, and skips failing and suspended tenants. */
  async function readFree(wanted: readonly QueuedLane[]): Promise<FreeRow[]> {
    const lanes = amongKeys(
      database.dialect,
      ['lane.tenant_id', 'lane.conversation_id'],
      wanted.map(({ tenantId, conversationId }) => [tenantId, conversationId]),
    );
    const rows = await database.read.rows<FreeRow & { is_healthy: number }>(
      `SELECT tenant.workspace_id AS workspace_id,
         tenant.status = 'active' AND health.tenant_id IS NULL AS is_healthy, ${EVENT_COLUMNS}
       FROM callback_lanes lane${lockByKey(database.dialect)}
       JOIN tenants tenant ON tenant.tenant_id = lane.tenant_id
       JOIN callback_events event ON event.tenant_id = lane.tenant_id
         AND event.conversation_id = lane.conversation_id AND event.sequence = lane.head
       LEFT JOIN callback_health health ON health.tenant_id = lane.tenant_id
       WHERE ${lanes.where}
         AND lane.lease_owner IS NULL AND lane.side_due_at IS NULL AND lane.head_due_at <= ?`,
      [...lanes.params, clock()],
    );
    const found = new Map<string, FreeRow>();
    for (const row of rows) {
      if (row.is_healthy === 1) found.set(keyOf(keyOfRow(row)), row);
      else leftOut.set(row.tenant_id, performance.now() + LEFT_OUT_MS);
    }
    return wanted.flatMap((lane) => found.get(keyOf(lane)) ?? []);
  }

  /** Leases by the condition of the UPDATE: the rows may have changed since they were read. */
  function lease(rows: readonly FreeRow[]): Promise<Lane[]> {
    return tokens.use(async (leaseToken) => {
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
              [leaseToken, leaseUntil, ...keys.flat(), now],
            ),
          { isOneStatement: true },
        );
      }
      const isMine = leased === rows.length ? () => true : await readMine(leaseToken);
      return rows.filter(isMine).map((row) => ({
        ...keyOfRow(row),
        workspaceId: row.workspace_id,
        head: row.sequence,
        isDeferred: false,
        probeOf: null,
        isFailing: false,
        event: toQueuedEvent(row),
        leaseToken,
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

  async function readMine(leaseToken: string): Promise<(row: FreeRow) => boolean> {
    const rows = await database.read.rows<{ tenant_id: string; conversation_id: string }>(
      'SELECT tenant_id, conversation_id FROM callback_lanes WHERE lease_owner = ?',
      [leaseToken],
    );
    const mine = new Set(rows.map((row) => keyOf(keyOfRow(row))));
    return (row) => mine.has(keyOf(keyOfRow(row)));
  }
}

function keyOfRow(row: { tenant_id: string; conversation_id: string }): LaneKey {
  return { tenantId: row.tenant_id, conversationId: row.conversation_id };
}
