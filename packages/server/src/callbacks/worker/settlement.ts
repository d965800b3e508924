import type { Clock } from '../../platform/clock';
import type { Database, Tx } from '../../platform/storage/database';
import { createGroupCommit } from '../../platform/storage/group-commit';
import {
  deleteByKey,
  forUpdate,
  lockByKey,
  upsertRows,
  writeInOrder,
} from '../../platform/storage/sql';
import { amongKeys } from '../../platform/storage/ranges';
import type { RowOf } from '../../platform/storage/table';
import { CALLBACK_LANES } from '../events/model';
import type { QueuedEvent } from '../events/queued-event';
import { logAttempts } from '../delivery/attempt-log';
import { keyOf, LANE_KEY, LEASE_MS, loadEvents, type Lane } from './lane';
import { checkAt, isOverdue, nextState, type LaneState, type SettledOutcome } from './lane-state';
import { pullForward } from './pull-forward';
import { nextAsideAt, blockEventTypes, othersGetThrough, settleEvents } from './settled-events';
import { updateHealth, type HealthReport } from '../health/tenant-health';
import type { Outcome } from '../delivery/outcome';

export interface SettlementOptions {
  database: Database;
  clock: Clock;
  /** How many outcomes are still to come, or wait. */
  inFlight(): number;
}

type LaneKeyValues = readonly [string, string];
const keyOfLane = ({ tenantId, conversationId }: Lane): LaneKeyValues => [tenantId, conversationId];

/** The receivers of a tenant's few lanes answer at about the same time. */
const GATHERING_MS = 2;
const BEHIND_MS = 100;

export interface Settling {
  lane: Lane;
  outcome: Outcome;
  /** Whether the worker continues with the lane's next event under a new lease. */
  isKept: boolean;
}

export type Settled =
  | { kind: 'kept'; lane: Lane }
  /** What is left in the lane: nothing, an event that is due, or one that waits. */
  | { kind: 'released'; rest: 'none' | 'due' | 'later' }
  /** The lease had ended and another worker has the lane: nothing was written. */
  | { kind: 'lost' };

export interface Settlement {
  /** Resolves when the outcome is durable; only then may the lane's next event be sent. */
  settle(settling: Settling): Promise<Settled>;
}

/** Many lanes, one commit: a commit each would limit all delivery. */
export function createSettlement({ database, clock, inFlight }: SettlementOptions): Settlement {
  /** Tenants whose last attempt failed, as far as this node knows, and when the next is due. */
  const failing = new Map<string, number>();
  const commits = createGroupCommit<Settling, Settled>({
    database,
    maxBatch: 256,
    maxQueued: Number.POSITIVE_INFINITY, // the worker's slots bound it
    maxInFlight: 2,
    gathering: {
      isComplete: (waiting) => waiting >= inFlight(),
      forMs: GATHERING_MS,
      behindMs: BEHIND_MS,
    },
    keyOf: ({ lane }) => keyOf(lane),
    shardOf: ({ lane }) => lane.tenantId,
    apply: (tx, batch) => settleBatch(tx, batch, { now: clock(), failing }),
  });
  return { settle: commits.submit };
}

interface Batch {
  now: number;
  failing: Map<string, number>;
}

interface Held extends Omit<Settling, 'outcome'> {
  outcome: SettledOutcome;
  state: LaneState;
  /** Null: the lane is empty. */
  next: LaneState | null;
}

async function settleBatch(
  tx: Tx,
  batch: readonly Settling[],
  { now, failing }: Batch,
): Promise<Settled[]> {
  const states = await lockLanes(tx, batch);
  const held: Held[] = [];
  const keptBefore: Lane[] = [];
  for (const settling of batch) {
    const { lane } = settling;
    const state = states.get(keyOf(lane));
    if (!state || state.owner !== lane.owner) continue;
    if (state.head !== lane.head) {
      // It was settled, and the commit not confirmed: the lane is still this claim's.
      keptBefore.push({ ...lane, head: state.head, leaseUntil: state.dueAt });
      continue;
    }
    const outcome =
      settling.outcome.kind === 'overdue'
        ? await overdueOutcome(tx, lane, settling.outcome.dueAt, now)
        : settling.outcome;
    held.push({ ...settling, state, outcome, next: null });
  }
  await writeInOrder(tx, [
    () => settleEvents(tx, held, now),
    () => logAttempts(tx, held.flatMap(attemptsOf)),
    () => blockEventTypes(tx, held),
  ]);
  await recordHealth(tx, held, { now, failing });
  for (const entry of held) {
    const { lane, outcome, state } = entry;
    const isPaused = (failing.get(lane.tenantId) ?? 0) > now;
    const hasMoved = lane.isAside || outcome.kind === 'aside';
    entry.next = nextState(lane, outcome, state, {
      now,
      isKept: entry.isKept && !isPaused,
      sideDueAt: hasMoved ? await nextAsideAt(tx, lane) : state.sideDueAt,
    });
  }
  const kept = keptLanes(held, keptBefore);
  let events: Map<string, QueuedEvent> = new Map();
  await writeInOrder(tx, [
    ...laneWrites(tx, held, now),
    async () => void (events = await loadEvents(tx, kept)),
  ]);
  const lanes = kept.map((lane) => ({ ...lane, event: events.get(keyOf(lane)) ?? null }));
  return answers(batch, { now, held, kept: new Map(lanes.map((lane) => [keyOf(lane), lane])) });
}

/** Those that the worker continues with. */
function keptLanes(held: readonly Held[], keptBefore: readonly Lane[]): Lane[] {
  const keptNow = held.flatMap(({ lane, next }) =>
    next?.owner ? [{ ...lane, head: next.head, leaseUntil: next.dueAt }] : [],
  );
  return [...keptNow, ...keptBefore].map((lane) => ({ ...lane, isAside: false, probeOf: null }));
}

/** Locks before reading, so that what it reads stays true until the commit. */
async function lockLanes(tx: Tx, batch: readonly Settling[]): Promise<Map<string, LaneState>> {
  const lanes = amongKeys(
    tx.dialect,
    LANE_KEY,
    batch.map(({ lane }) => keyOfLane(lane)),
  );
  const rows = await tx.rows<LaneState & { tenantId: string; conversationId: string }>(
    'SELECT tenant_id AS tenantId, conversation_id AS conversationId, head, tail, due_at AS dueAt, ' +
      'head_due_at AS headDueAt, side_due_at AS sideDueAt, lease_owner AS owner ' +
      `FROM callback_lanes${lockByKey(tx.dialect)} WHERE ` +
      lanes.where +
      forUpdate(tx.dialect),
    lanes.params,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

async function overdueOutcome(
  tx: Tx,
  lane: Lane,
  dueAt: number,
  now: number,
): Promise<SettledOutcome> {
  const { event } = lane;
  const failingSince = event?.failingSince ?? now;
  const isAside =
    event && isOverdue(event, now) && (await othersGetThrough(tx, lane, failingSince));
  return isAside
    ? { kind: 'aside', dueAt }
    : { kind: 'postponed', dueAt: checkAt(failingSince, dueAt, now) };
}

function attemptsOf({ lane, outcome }: Held) {
  const { tenantId, conversationId, event } = lane;
  if (!event || !('health' in outcome)) return [];
  const { sequence } = event;
  return (outcome.health?.records ?? []).map((record) => ({
    tenantId,
    conversationId,
    sequence,
    record,
  }));
}

/** Skips the write when a healthy tenant succeeds. */
async function recordHealth(tx: Tx, held: readonly Held[], { now, failing }: Batch): Promise<void> {
  const failedNow = new Set(
    held.flatMap(({ lane, outcome }) => (isFailure(outcome) ? [lane.tenantId] : [])),
  );
  const reports = held.flatMap(({ lane, outcome }): HealthReport[] => {
    const { tenantId, conversationId, isFailing, probeOf } = lane;
    if (!('health' in outcome) || !outcome.health) return [];
    if (!isFailing && !failing.has(tenantId) && !failedNow.has(tenantId)) return [];
    const { isUnreachable, pauseUntil } = outcome.health;
    const isProbe = probeOf !== null;
    const isSuccess = !isFailure(outcome);
    return [{ tenantId, conversationId, isSuccess, isUnreachable, pauseUntil, isProbe }];
  });
  const changes = await updateHealth(tx, reports, now);
  for (const { tenantId } of reports) failing.delete(tenantId);
  for (const [tenantId, resumesAt] of changes.failing) failing.set(tenantId, resumesAt);
  for (const tenantId of changes.recovered) await pullForward(tx, tenantId, now);
}

/** A 410 does not count as a failure of the address: it understood the request. */
function isFailure(outcome: SettledOutcome): boolean {
  if (outcome.kind === 'retry') return true;
  return outcome.kind === 'dead' && outcome.timestampMs !== null && !outcome.health?.gone;
}

function laneWrites(tx: Tx, held: readonly Held[], now: number): (() => Promise<unknown>)[] {
  const rows: RowOf<typeof CALLBACK_LANES>[] = [];
  const empty: LaneKeyValues[] = [];
  const kept: LaneKeyValues[] = [];
  const renewed: LaneKeyValues[] = [];
  for (const { lane, state, next } of held) {
    const key = keyOfLane(lane);
    if (!next) empty.push(key);
    else if (next.owner && next.sideDueAt === state.sideDueAt) {
      (next.dueAt === state.dueAt ? kept : renewed).push(key);
    } else {
      const { head, tail, dueAt, headDueAt, sideDueAt, owner } = next;
      rows.push({
        tenant_id: lane.tenantId,
        conversation_id: lane.conversationId,
        head,
        tail,
        due_at: dueAt,
        head_due_at: headDueAt,
        side_due_at: sideDueAt,
        lease_owner: owner,
      });
    }
  }
  // An index has the lease's end: it is not written unless it moves.
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

function answers(
  batch: readonly Settling[],
  settled: { now: number; held: readonly Held[]; kept: ReadonlyMap<string, Lane> },
): Settled[] {
  const nextOf = new Map(settled.held.map(({ lane, next }) => [keyOf(lane), next]));
  return batch.map(({ lane }): Settled => {
    const key = keyOf(lane);
    const kept = settled.kept.get(key);
    if (kept) return { kind: 'kept', lane: kept };
    if (!nextOf.has(key)) return { kind: 'lost' };
    return { kind: 'released', rest: restOf(nextOf.get(key) ?? null, settled.now) };
  });
}

function restOf(next: LaneState | null, now: number): 'none' | 'due' | 'later' {
  if (!next) return 'none';
  return next.dueAt <= now ? 'due' : 'later';
}
