import type { Clock } from '../clock';
import type { Database, Tx } from '../storage/database';
import { createGroupCommit } from '../storage/group-commit';
import { forUpdate, upsertRows, type SqlValue } from '../storage/sql';
import { keyOf, LEASE_MS, loadHeads, type Lane } from './lane';
import { keyIn } from './row-keys';
import type { Verdict } from './verdict';

export interface SettlementOptions {
  database: Database;
  clock: Clock;
  /** The worker's id. */
  owner: string;
}

export interface Settling {
  lane: Lane;
  verdict: Verdict;
  /** Whether the worker goes on with the lane's next event under a new lease. */
  isKept: boolean;
}

export type Settled =
  | { kind: 'kept'; lane: Lane }
  /** Empty, waiting, or left to whoever claims it next. */
  | { kind: 'released' }
  /** The lease had ended and another worker has the lane: nothing was written. */
  | { kind: 'lost' };

export interface Settlement {
  /** Resolves when the verdict is durable; only then may the lane's next event be sent. */
  settle(settling: Settling): Promise<Settled>;
}

/** Many lanes, one commit: one by one a commit each, they would be the limit of all delivery. */
export function createSettlement({ database, clock, owner }: SettlementOptions): Settlement {
  const commits = createGroupCommit<Settling, Settled>({
    database,
    maxBatch: 256,
    maxQueued: Number.POSITIVE_INFINITY, // the worker's slots bound it
    maxInFlight: 2,
    keyOf: ({ lane }) => keyOf(lane),
    apply: (tx, batch) => settleBatch(tx, batch, { owner, now: clock() }),
  });
  return { settle: commits.submit };
}

interface LaneState {
  head: number;
  tail: number;
  dueAt: number;
  owner: string | null;
}

async function settleBatch(
  tx: Tx,
  batch: readonly Settling[],
  { owner, now }: { owner: string; now: number },
): Promise<Settled[]> {
  const states = await lockLanes(tx, batch);
  const held = batch.flatMap((settling) => {
    const state = states.get(keyOf(settling.lane));
    return state && isHolder(settling.lane, state, owner)
      ? [{ ...settling, next: nextState(settling, state, { owner, now }) }]
      : [];
  });
  await settleEvents(tx, held, now);
  await writeLanes(tx, held);
  return answers(tx, batch, held);
}

/** Locks before it reads, so that what it reads stays true until the commit. */
async function lockLanes(tx: Tx, batch: readonly Settling[]): Promise<Map<string, LaneState>> {
  const keys = batch.map(({ lane }) => [lane.tenantId, lane.conversationId]);
  const rows = await tx.rows<LaneState & { tenantId: string; conversationId: string }>(
    'SELECT tenant_id AS tenantId, conversation_id AS conversationId, head, tail, ' +
      'due_at AS dueAt, lease_owner AS owner FROM callback_lanes WHERE ' +
      keyIn(tx.dialect, ['tenant_id', 'conversation_id'], keys) +
      forUpdate(tx.dialect),
    keys.flat(),
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** The end of the lease tells it from another one that the same worker took later. */
function isHolder(lane: Lane, state: LaneState, owner: string): boolean {
  return state.owner === owner && state.dueAt === lane.leaseUntil && state.head === lane.head;
}

interface Held extends Settling {
  /** Null: the lane is empty. */
  next: LaneState | null;
}

function nextState(
  { lane, verdict, isKept }: Settling,
  { tail }: LaneState,
  { owner, now }: { owner: string; now: number },
): LaneState | null {
  if (verdict.kind === 'retry' || verdict.kind === 'postponed') {
    return { head: lane.head, tail, dueAt: verdict.dueAt, owner: null };
  }
  const head = lane.head + 1;
  if (head > tail) return null;
  return isKept
    ? { head, tail, dueAt: now + LEASE_MS, owner }
    : { head, tail, dueAt: now, owner: null };
}

const STATES = { delivered: 'delivered', retry: 'pending', dead: 'dead' } as const;

/** One statement for each different outcome. */
async function settleEvents(tx: Tx, held: readonly Held[], now: number): Promise<void> {
  const groups = new Map<
    string,
    { verdict: Exclude<Verdict, { kind: 'postponed' }>; of: Held[] }
  >();
  for (const entry of held) {
    const { verdict } = entry;
    if (verdict.kind === 'postponed') continue;
    const key = `${verdict.kind}:${verdict.outcome}`;
    const group = groups.get(key) ?? { verdict, of: [] };
    group.of.push(entry);
    groups.set(key, group);
  }
  for (const { verdict, of } of groups.values()) {
    const keys = of.map(({ lane }) => [lane.tenantId, lane.conversationId, lane.head]);
    await tx.run(
      'UPDATE callback_events SET state = ?, outcome = ?, settled_at = ?, ' +
        'attempts = attempts + ?, last_timestamp = CASE WHEN last_timestamp > ? THEN last_timestamp ELSE ? END ' +
        `WHERE ${keyIn(tx.dialect, ['tenant_id', 'conversation_id', 'sequence'], keys)}`,
      [
        STATES[verdict.kind],
        verdict.outcome,
        verdict.kind === 'retry' ? null : now,
        verdict.timestampMs === null ? 0 : 1,
        latest(of),
        latest(of),
        ...keys.flat(),
      ],
    );
  }
}

/** Of a whole group: a later bound than an event's own keeps its timestamps growing just as well. */
function latest(held: readonly Held[]): number {
  const stamps = held.map(({ verdict }) =>
    verdict.kind === 'postponed' ? 0 : verdict.timestampMs,
  );
  return Math.max(...stamps.map((stamp) => stamp ?? 0));
}

const LANE_KEY = ['tenant_id', 'conversation_id'];
const LANE_COLUMNS = [...LANE_KEY, 'head', 'tail', 'due_at', 'lease_owner'];

async function writeLanes(tx: Tx, held: readonly Held[]): Promise<void> {
  const rows: SqlValue[][] = [];
  const empty: string[][] = [];
  for (const { lane, next } of held) {
    const key = [lane.tenantId, lane.conversationId];
    if (next) rows.push([...key, next.head, next.tail, next.dueAt, next.owner]);
    else empty.push(key);
  }
  await upsertRows(tx, 'callback_lanes', LANE_KEY, LANE_COLUMNS, rows);
  if (empty.length === 0) return;
  await tx.run(
    `DELETE FROM callback_lanes WHERE ${keyIn(tx.dialect, LANE_KEY, empty)}`,
    empty.flat(),
  );
}

async function answers(
  tx: Tx,
  batch: readonly Settling[],
  held: readonly Held[],
): Promise<Settled[]> {
  const nextOf = new Map(held.map(({ lane, next }) => [keyOf(lane), next]));
  const kept = held.flatMap(({ lane, next }) =>
    next?.owner ? [{ ...lane, head: next.head, leaseUntil: next.dueAt }] : [],
  );
  const events = await loadHeads(tx, kept);
  const lanes = new Map(
    kept.map((lane) => [keyOf(lane), { ...lane, event: events.get(keyOf(lane)) ?? null }]),
  );
  return batch.map(({ lane }) => {
    const key = keyOf(lane);
    if (!nextOf.has(key)) return { kind: 'lost' };
    const next = lanes.get(key);
    return next ? { kind: 'kept', lane: next } : { kind: 'released' };
  });
}
