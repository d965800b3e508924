import { HOUR } from '../../platform/clock';
import { firstIdAt } from '../../platform/ids';
import type { Tx } from '../../platform/storage/database';
import { amongKeys } from '../../platform/storage/ranges';
import { deleteByKey, forUpdate, keyIn, lockByKey, upsertRows } from '../../platform/storage/sql';
import type { RowOf } from '../../platform/storage/table';
import { BLOCKED_EVENT_TYPES, CALLBACK_LANES } from '../events/model';
import type { LaneKey } from '../events/queued-event';
import {
  EVENT_KEY,
  isEarly,
  keyOf,
  LANE_KEY,
  LEASE_MS,
  type Lane,
  type LaneState,
  type SettledOutcome,
} from './queue-state';

export interface SettledEvent {
  lane: Lane;
  outcome: SettledOutcome;
}

/** A lane before and after an outcome. */
export interface SettledLane extends SettledEvent {
  state: LaneState;
  /** Null if the lane is empty. */
  next: LaneState | null;
}

type LaneKeyValues = readonly [string, string];
const keyOfLane = ({ tenantId, conversationId }: Lane): LaneKeyValues => [tenantId, conversationId];

/** Reads lanes and locks them first, so that what it reads stays true until the commit. */
export async function lockLanes(tx: Tx, held: readonly Lane[]): Promise<Map<string, LaneState>> {
  const lanes = amongKeys(tx.dialect, LANE_KEY, held.map(keyOfLane));
  const rows = await tx.rows<LaneState & { tenantId: string; conversationId: string }>(
    'SELECT tenant_id AS tenantId, conversation_id AS conversationId, head, tail, due_at AS dueAt, ' +
      'head_due_at AS headDueAt, side_due_at AS deferredDueAt, lease_owner AS leaseToken ' +
      `FROM callback_lanes${lockByKey(tx.dialect)} WHERE ` +
      lanes.where +
      forUpdate(tx.dialect),
    lanes.params,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

type Final = Extract<SettledOutcome, { kind: 'delivered' | 'dead' }>;

/** Writes outcomes: one statement for each different final outcome, and one for each other event. */
export async function settleEvents(
  tx: Tx,
  settled: readonly SettledEvent[],
  now: number,
): Promise<void> {
  const groups = new Map<string, { outcome: Final; of: { lane: Lane; outcome: Final }[] }>();
  for (const { lane, outcome } of settled) {
    if (outcome.kind === 'postponed') continue;
    if (outcome.kind === 'deferred') await deferEvent(tx, lane, outcome.dueAt);
    else if (outcome.kind === 'retry') await scheduleRetry(tx, lane, outcome, now);
    else {
      const key = `${outcome.kind}:${outcome.code}`;
      const group = groups.get(key) ?? { outcome, of: [] };
      group.of.push({ lane, outcome });
      groups.set(key, group);
    }
  }
  for (const { outcome, of } of groups.values()) {
    const keys = of.map(({ lane }) => keyOfEvent(lane));
    const latest = Math.max(...of.map((entry) => entry.outcome.timestampMs ?? 0));
    await tx.run(
      `UPDATE callback_events${lockByKey(tx.dialect)} SET state = ?, outcome = ?, settled_at = ?, ` +
        // The group's latest timestamp is safe for each event: timestamps only have to increase.
        'attempts = attempts + ?, last_timestamp = CASE WHEN last_timestamp > ? THEN last_timestamp ELSE ? END ' +
        `WHERE ${keyIn(tx.dialect, EVENT_KEY, keys)}`,
      [
        outcome.kind,
        outcome.code,
        now,
        outcome.timestampMs === null ? 0 : 1,
        latest,
        latest,
        ...keys.flat(),
      ],
    );
  }
}

async function scheduleRetry(
  tx: Tx,
  lane: Lane,
  { code, timestampMs, dueAt }: Extract<SettledOutcome, { kind: 'retry' }>,
  now: number,
): Promise<void> {
  const isCounted = !isEarly(lane, now);
  await tx.run(
    `UPDATE callback_events${lockByKey(tx.dialect)} SET outcome = ?, attempts = attempts + ?, due_at = ?,
       failing_since = COALESCE(failing_since, ?), last_timestamp = ?
     WHERE ${keyIn(tx.dialect, EVENT_KEY, [keyOfEvent(lane)])}`,
    [
      code,
      isCounted ? 1 : 0,
      isCounted ? dueAt : (lane.event?.dueAt ?? dueAt),
      now,
      timestampMs,
      ...keyOfEvent(lane),
    ],
  );
}

async function deferEvent(tx: Tx, lane: Lane, dueAt: number): Promise<void> {
  await tx.run(
    `UPDATE callback_events${lockByKey(tx.dialect)} SET state = 'aside', due_at = ? WHERE ${keyIn(tx.dialect, EVENT_KEY, [keyOfEvent(lane)])}`,
    [dueAt, ...keyOfEvent(lane)],
  );
}

function keyOfEvent({ tenantId, conversationId, head, event }: Lane): (string | number)[] {
  return [tenantId, conversationId, event?.sequence ?? head];
}

/** Reads the time at which the first deferred event of a conversation is due. */
export async function nextDeferredAt(
  tx: Tx,
  { tenantId, conversationId }: LaneKey,
): Promise<number | null> {
  const [row] = await tx.rows<{ dueAt: number | null }>(
    `SELECT MIN(due_at) AS dueAt FROM callback_events
     WHERE tenant_id = ? AND conversation_id = ? AND state = 'aside'`,
    [tenantId, conversationId],
  );
  return row?.dueAt ?? null;
}

/** In ms. Limits the search: events that waited longer than this before their delivery are not counted. */
const MAX_QUEUED_MS = HOUR;

/** True if other conversations of the tenant succeed while this one is delayed. */
export async function othersGetThrough(
  tx: Tx,
  { tenantId, conversationId }: LaneKey,
  since: number,
): Promise<boolean> {
  const rows = await tx.rows(
    `SELECT 1 FROM callback_events WHERE tenant_id = ? AND event_id >= ?
       AND state = 'delivered' AND settled_at >= ? AND conversation_id <> ?
     ORDER BY tenant_id, event_id DESC LIMIT 1`,
    [tenantId, firstIdAt(since - MAX_QUEUED_MS), since, conversationId],
  );
  return rows.length > 0;
}

/** Records each 410 response: its event type and address. */
export async function blockEventTypes(tx: Tx, settled: readonly SettledEvent[]): Promise<void> {
  const rows = settled.flatMap(({ lane, outcome }) => {
    const gone = 'health' in outcome ? (outcome.health?.gone ?? null) : null;
    return gone === null || !lane.event
      ? []
      : [{ tenant_id: lane.tenantId, event: lane.event.event, address: gone }];
  });
  await upsertRows(tx, BLOCKED_EVENT_TYPES, rows);
}

/** Makes one statement for each different change of lanes. */
export function laneWrites(
  tx: Tx,
  settled: readonly SettledLane[],
  now: number,
): (() => Promise<unknown>)[] {
  const rows: RowOf<typeof CALLBACK_LANES>[] = [];
  const empty: LaneKeyValues[] = [];
  const kept: LaneKeyValues[] = [];
  const renewed: LaneKeyValues[] = [];
  for (const { lane, state, next } of settled) {
    const key = keyOfLane(lane);
    if (!next) empty.push(key);
    else if (next.leaseToken && next.deferredDueAt === state.deferredDueAt) {
      (next.dueAt === state.dueAt ? kept : renewed).push(key);
    } else {
      const { head, tail, dueAt, headDueAt, deferredDueAt, leaseToken } = next;
      rows.push({
        tenant_id: lane.tenantId,
        conversation_id: lane.conversationId,
        head,
        tail,
        due_at: dueAt,
        head_due_at: headDueAt,
        side_due_at: deferredDueAt,
        lease_owner: leaseToken,
      });
    }
  }
  // The lease's end is in an index, so it is written only if it moves.
  const keep = (keys: LaneKeyValues[], assignments: string, params: number[]) => {
    const lanes = amongKeys(tx.dialect, LANE_KEY, keys);
    return tx.run(
      `UPDATE callback_lanes${lockByKey(tx.dialect)} SET ${assignments} WHERE ${lanes.where}`,
      [...params, ...lanes.params],
    );
  };
  return [
    () => upsertRows(tx, CALLBACK_LANES, rows),
    ...(kept.length > 0 ? [() => keep(kept, 'head = head + 1', [])] : []),
    ...(renewed.length > 0
      ? [() => keep(renewed, 'head = head + 1, due_at = ?', [now + LEASE_MS])]
      : []),
    () => deleteByKey(tx, CALLBACK_LANES, empty),
  ];
}

const BATCH = 500;

/**
 * Makes all events that wait for a retry due now, in their order: the address is back, and the long delays were
 * for its outage. Leased lanes keep their lease.
 */
export async function retryAllNow(tx: Tx, tenantId: string, now: number): Promise<void> {
  for (let after = ''; ;) {
    const rows = await tx.rows<{ conversationId: string; head: number }>(
      `SELECT conversation_id AS conversationId, head FROM callback_lanes
       WHERE tenant_id = ? AND conversation_id > ? AND lease_owner IS NULL AND head <= tail
         AND head_due_at > ?
       ORDER BY tenant_id, conversation_id LIMIT ${BATCH}${forUpdate(tx.dialect)}`,
      [tenantId, after, now],
    );
    if (rows.length === 0) return;
    const events = rows.map(({ conversationId, head }) => [tenantId, conversationId, head]);
    await tx.run(
      `UPDATE callback_events${lockByKey(tx.dialect)} SET due_at = ? WHERE due_at > ? AND ` +
        keyIn(tx.dialect, EVENT_KEY, events),
      [now, now, ...events.flat()],
    );
    const lanes = rows.map(({ conversationId }) => [tenantId, conversationId]);
    await tx.run(
      `UPDATE callback_lanes${lockByKey(tx.dialect)} SET head_due_at = ?, due_at = ? WHERE ` +
        keyIn(tx.dialect, LANE_KEY, lanes),
      [now, now, ...lanes.flat()],
    );
    after = rows.at(-1)?.conversationId ?? '';
  }
}
