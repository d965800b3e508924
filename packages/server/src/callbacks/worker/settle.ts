import type { Clock } from '../../platform/clock';
import type { Database, Tx } from '../../platform/storage/database';
import { createGroupCommit } from '../../platform/storage/group-commit';
import { writeInOrder } from '../../platform/storage/sql';
import type { QueuedEvent } from '../events/queued-event';
import { logAttempts } from '../delivery/attempt-log';
import {
  checkAt,
  isOverdue,
  keyOf,
  loadEvents,
  nextState,
  type Lane,
  type LaneState,
  type SettledOutcome,
} from './queue-state';
import {
  blockEventTypes,
  laneWrites,
  lockLanes,
  nextDeferredAt,
  othersGetThrough,
  retryAllNow,
  settleEvents,
  type SettledLane,
} from './settle-rows';
import { updateHealth, type HealthReport } from '../health/tenant-health';
import type { Outcome } from '../delivery/outcome';

export interface SettleOptions {
  database: Database;
  clock: Clock;
  /** The number of lanes in flight: their outcomes are still to come, or wait for a commit. */
  inFlight(): number;
}

/** In ms. The time to collect outcomes for one commit: a tenant's receiver often responds to its lanes together. */
const GATHERING_MS = 2;
const BEHIND_MS = 100;

/** An attempt's outcome, to be written. */
export interface SettleRequest {
  lane: Lane;
  outcome: Outcome;
  /** True if the worker wants to continue with the lane's next event under a renewed lease. */
  isKept: boolean;
}

export type Settled =
  | { kind: 'kept'; lane: Lane }
  /** The rest of the lane: nothing, an event that is due, or one that waits. */
  | { kind: 'released'; rest: 'none' | 'due' | 'later' }
  /** The lease had ended and another worker has the lane: nothing was written. */
  | { kind: 'lost' };

/** Resolves when the outcome is durable; only then may the lane's next event be sent. */
export type Settle = (request: SettleRequest) => Promise<Settled>;

/** Settles many lanes in one commit: a commit each would limit all delivery. */
export function createSettle({ database, clock, inFlight }: SettleOptions): Settle {
  /** Tenants whose last attempt failed, as far as this node knows, and when the next is due. */
  const failing = new Map<string, number>();
  const commits = createGroupCommit<SettleRequest, Settled>({
    database,
    maxBatch: 256,
    maxQueued: Number.POSITIVE_INFINITY, // the concurrency limits bound it
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
  return commits.submit;
}

interface Batch {
  now: number;
  failing: Map<string, number>;
}

/** A lane that the worker still has, with its outcome. */
interface HeldLane extends SettledLane {
  isKept: boolean;
}

async function settleBatch(
  tx: Tx,
  batch: readonly SettleRequest[],
  { now, failing }: Batch,
): Promise<Settled[]> {
  const states = await lockLanes(
    tx,
    batch.map(({ lane }) => lane),
  );
  const held: HeldLane[] = [];
  const keptBefore: Lane[] = [];
  for (const request of batch) {
    const { lane } = request;
    const state = states.get(keyOf(lane));
    if (!state || state.leaseToken !== lane.leaseToken) continue;
    if (state.head !== lane.head) {
      // The outcome was written by a commit that was not confirmed: the lane still belongs to this claim.
      keptBefore.push({ ...lane, head: state.head, leaseUntil: state.dueAt });
      continue;
    }
    const outcome =
      request.outcome.kind === 'overdue'
        ? await overdueOutcome(tx, lane, request.outcome.dueAt, now)
        : request.outcome;
    held.push({ lane, outcome, isKept: request.isKept, state, next: null });
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
    const hasMoved = lane.isDeferred || outcome.kind === 'deferred';
    entry.next = nextState(lane, outcome, state, {
      now,
      isKept: entry.isKept && !isPaused,
      deferredDueAt: hasMoved ? await nextDeferredAt(tx, lane) : state.deferredDueAt,
    });
  }
  const kept = keptLanes(held, keptBefore);
  let events: Map<string, QueuedEvent> = new Map();
  await writeInOrder(tx, [
    ...laneWrites(tx, held, now),
    async () => void (events = await loadEvents(tx, kept)),
  ]);
  const lanes = kept.map((lane) => ({ ...lane, event: events.get(keyOf(lane)) ?? null }));
  return results(batch, { now, held, kept: new Map(lanes.map((lane) => [keyOf(lane), lane])) });
}

/** Returns the lanes with whose next event the worker continues. */
function keptLanes(held: readonly HeldLane[], keptBefore: readonly Lane[]): Lane[] {
  const keptNow = held.flatMap(({ lane, next }) =>
    next?.leaseToken ? [{ ...lane, head: next.head, leaseUntil: next.dueAt }] : [],
  );
  return [...keptNow, ...keptBefore].map((lane) => ({ ...lane, isDeferred: false, probeOf: null }));
}

async function overdueOutcome(
  tx: Tx,
  lane: Lane,
  dueAt: number,
  now: number,
): Promise<SettledOutcome> {
  const { event } = lane;
  const failingSince = event?.failingSince ?? now;
  const isDeferred =
    event && isOverdue(event, now) && (await othersGetThrough(tx, lane, failingSince));
  return isDeferred
    ? { kind: 'deferred', dueAt }
    : { kind: 'postponed', dueAt: checkAt(failingSince, dueAt, now) };
}

function attemptsOf({ lane, outcome }: HeldLane) {
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
async function recordHealth(
  tx: Tx,
  held: readonly HeldLane[],
  { now, failing }: Batch,
): Promise<void> {
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
  for (const tenantId of changes.recovered) await retryAllNow(tx, tenantId, now);
}

/** A 410 does not count as a failure of the address: it understood the request. */
function isFailure(outcome: SettledOutcome): boolean {
  if (outcome.kind === 'retry') return true;
  return outcome.kind === 'dead' && outcome.timestampMs !== null && !outcome.health?.gone;
}

function results(
  batch: readonly SettleRequest[],
  settled: { now: number; held: readonly HeldLane[]; kept: ReadonlyMap<string, Lane> },
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
