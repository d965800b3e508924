import { MINUTE, SECOND } from '../../platform/clock';
import type { QueuedEvent } from '../events/queued-event';
import { LEASE_MS, type Lane } from './lane';
import type { Outcome } from '../delivery/outcome';

/** A lane's row. */
export interface LaneState {
  head: number;
  tail: number;
  dueAt: number;
  headDueAt: number;
  sideDueAt: number | null;
  owner: string | null;
}

/** An outcome to be carried out: whether the event is overdue has been decided. */
export type SettledOutcome =
  | Exclude<Outcome, { kind: 'overdue' }>
  /** The event leaves the order and is tried at its own time; the conversation continues. */
  | { kind: 'aside'; dueAt: number };

/** One event that keeps failing holds up its conversation no longer than this. */
const MAX_BLOCK_MS = 15 * MINUTE;
const RECHECK_MS = MINUTE;
/** A lease that ends later is not renewed for the next event, which needs 17 s of it at most. */
const RENEWED_BELOW_MS = LEASE_MS - 5 * SECOND;

/** When to check whether a failing event should be deferred: its own time, or earlier. */
export function checkAt(failingSince: number, dueAt: number, now: number): number {
  const overdueAt = failingSince + MAX_BLOCK_MS;
  return Math.min(dueAt, overdueAt > now ? overdueAt : now + RECHECK_MS);
}

export function isOverdue(event: QueuedEvent, now: number): boolean {
  return event.failingSince !== null && event.failingSince + MAX_BLOCK_MS <= now;
}

/** An attempt before its time shows whether the address is back; its failure doesn't count. */
export function isEarly({ probeOf, event }: Lane, now: number): boolean {
  return (
    probeOf !== null && event?.dueAt !== null && event?.dueAt !== undefined && event.dueAt > now
  );
}

export interface Keeping {
  now: number;
  /** The worker wants to continue with the lane's next event. */
  isKept: boolean;
  /** Of the deferred events. */
  sideDueAt: number | null;
}

/** The row after an outcome; null: nothing waits any more. */
export function nextState(
  lane: Lane,
  outcome: SettledOutcome,
  { tail, dueAt: leaseUntil, headDueAt: headWasDueAt }: LaneState,
  { now, isKept, sideDueAt }: Keeping,
): LaneState | null {
  if (lane.isAside) {
    // The whole lane is postponed; the event's own due time does not change.
    const sideAt = outcome.kind === 'postponed' ? outcome.dueAt : sideDueAt;
    return released({ head: lane.head, tail, headDueAt: headWasDueAt, sideDueAt: sideAt });
  }
  if (outcome.kind === 'postponed') {
    return released({ head: lane.head, tail, headDueAt: outcome.dueAt, sideDueAt });
  }
  if (outcome.kind === 'retry') {
    const failingSince = lane.event?.failingSince ?? now;
    const headDueAt = isEarly(lane, now)
      ? (lane.probeOf?.dueAt ?? now)
      : checkAt(failingSince, outcome.dueAt, now);
    return released({ head: lane.head, tail, headDueAt, sideDueAt });
  }
  const head = lane.head + 1;
  const hasNext = head <= tail;
  if (isKept && hasNext && (sideDueAt === null || sideDueAt > now)) {
    const dueAt = leaseUntil - now < RENEWED_BELOW_MS ? now + LEASE_MS : leaseUntil;
    return { head, tail, headDueAt: now, sideDueAt, dueAt, owner: lane.owner };
  }
  return released({ head, tail, headDueAt: now, sideDueAt });
}

function released(state: Omit<LaneState, 'dueAt' | 'owner'>): LaneState | null {
  const { head, tail, headDueAt, sideDueAt } = state;
  if (head > tail && sideDueAt === null) return null;
  const dueAt =
    head > tail ? (sideDueAt ?? headDueAt) : Math.min(headDueAt, sideDueAt ?? headDueAt);
  return { ...state, dueAt, owner: null };
}
