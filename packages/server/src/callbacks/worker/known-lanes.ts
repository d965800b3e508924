import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { RESERVED_MS, type LaneKey, type QueuedLane } from '../events/queued-event';
import { createLeaseCounts } from './backlog';
import { createClaim, createLeaseTokens } from './claim';
import { createKnownClaim } from './claim-known';
import type { ConcurrencyLimits } from './fairness';
import { keyOf, type Lane } from './queue-state';
import type { Settled } from './settle';

/** Chooses and leases the lanes that a worker sends next: known ones, and those that are due for every node. */
export interface NextLanes {
  /** Remembers lanes in which this node has just committed events. */
  note(lanes: readonly QueuedLane[]): void;
  /** Makes the next claim look for due lanes that this node does not know. */
  lookForDue(): void;
  /** Leases lanes. It needs no statement if no lane is known to wait. */
  claim(): Promise<Lane[]>;
  begin(lane: Lane): void;
  /** @param settled the result of the lane's last event; null: an error ended it */
  end(lane: Lane, settled: Settled | null): void;
}

export interface NextLanesOptions {
  database: Database;
  clock: Clock;
  limits: ConcurrencyLimits;
}

/** In ms. Leases of other nodes that use up a tenant's limit are counted again after this time. */
const RECOUNT_MS = 50;

export function createNextLanes({ database, clock, limits }: NextLanesOptions): NextLanes {
  const known = createKnownLanes();
  const leases = createLeaseCounts({ database, clock, inFlightOf: limits.inFlightOf });
  const tokens = createLeaseTokens(database);
  const claimDue = createClaim({ database, clock, leases, tokens });
  const knownClaim = createKnownClaim({ database, clock, leases, tokens });
  /** Tenants with more due lanes than were leased: their new lanes go to the end of the queue. */
  let backlogged: ReadonlySet<string> = new Set();
  let mayBeDue = false;
  let countedAt = -Infinity;
  let wasKnown = false;

  async function takeKnown(): Promise<Lane[]> {
    let isHeldUp = false;
    const remainingOf = (tenantId: string): number => {
      if (backlogged.has(tenantId) || knownClaim.leavesOut(tenantId)) return 0;
      const leased = leases.estimate(tenantId);
      const remaining = limits.remainingOf({ tenantId, isProbed: false, leased });
      isHeldUp ||= remaining <= 0 && leased > limits.inFlightOf(tenantId);
      return remaining;
    };
    const wanted = known.take(remainingOf);
    if (isHeldUp && performance.now() >= countedAt + RECOUNT_MS) {
      countedAt = performance.now();
      await leases.read();
      wanted.push(...known.take(remainingOf));
    }
    return wanted.length === 0 ? [] : knownClaim.claim(wanted, limits.allocate);
  }

  async function takeDue(): Promise<Lane[]> {
    mayBeDue = false;
    countedAt = performance.now();
    const claimed = await claimDue(limits.allocate);
    backlogged = claimed.backlogged;
    mayBeDue ||= claimed.lanes.length > 0 && backlogged.size > 0;
    return claimed.lanes;
  }

  return {
    note: known.note,
    lookForDue: () => void (mayBeDue = true),
    claim: async () => {
      // The two take turns, so that a node that commits much still looks for other nodes' lanes.
      const turns = mayBeDue && wasKnown ? [takeDue, takeKnown] : [takeKnown, takeDue];
      for (const take of turns) {
        if (take === takeDue && !mayBeDue) continue;
        const lanes = await take();
        wasKnown = take === takeKnown;
        if (lanes.length > 0) return lanes;
      }
      return [];
    },
    begin: known.hold,
    end: (lane, settled) => {
      const rest = settled?.kind === 'released' ? settled.rest : null;
      // After a deferred event, the head of an empty lane was never sent.
      const sent = lane.isDeferred ? lane.head - 1 : lane.head;
      known.release(lane, rest === 'none' ? sent : null);
      // After a failure, its tenant's whole queue may have become due.
      const isQuiet = (rest === 'none' || rest === 'later') && !lane.isFailing && !lane.probeOf;
      mayBeDue ||= !isQuiet || backlogged.size > 0;
    },
  };
}

/** Lanes in which this node has just committed events. For `RESERVED_MS` no other node looks for them. */
export interface KnownLanes {
  note(lanes: readonly QueuedLane[]): void;
  /**
   * Removes the lanes to be leased next and returns them: the oldest of each tenant, at most `remainingOf` it.
   * It leaves lanes whose reserved time is over to the claim of all due lanes.
   */
  take(remainingOf: (tenantId: string) => number): QueuedLane[];
  /** Marks a lane as leased by this worker, which also sends what is added to it. */
  hold(lane: LaneKey): void;
  /** Ends `hold`. Events after `sequence` need a new lease; null: the claim of all due lanes finds them. */
  release(lane: LaneKey, sequence: number | null): void;
}

interface KnownLane extends QueuedLane {
  /** Monotonic milliseconds. */
  since: number;
}

/** Beyond this, lanes are picked up by the claim of all due lanes. */
const MAX_KNOWN = 10_000;
/** The number of lanes in one claim, which keeps it short. */
const MAX_TAKEN = 256;

/**
 * @param now monotonic milliseconds
 * @internal for its test
 */
export function createKnownLanes(now: () => number = () => performance.now()): KnownLanes {
  /** Lanes that no worker here has, by tenant and key; the oldest first. */
  const free = new Map<string, Map<string, KnownLane>>();
  let count = 0;
  /** Lanes in flight here → newest event queued since. */
  const held = new Map<string, KnownLane | null>();

  const add = (lane: KnownLane): void => {
    const ofTenant = free.get(lane.tenantId) ?? new Map<string, KnownLane>();
    const key = keyOf(lane);
    const before = ofTenant.get(key);
    if (!before && count >= MAX_KNOWN) return;
    if (!before) count += 1;
    free.set(lane.tenantId, ofTenant);
    ofTenant.set(key, before ? { ...lane, since: before.since } : lane);
  };

  const remove = (lane: LaneKey): KnownLane | null => {
    const ofTenant = free.get(lane.tenantId);
    const removed = ofTenant?.get(keyOf(lane));
    if (!ofTenant || !removed) return null;
    ofTenant.delete(keyOf(lane));
    if (ofTenant.size === 0) free.delete(lane.tenantId);
    count -= 1;
    return removed;
  };

  return {
    note: (lanes) => {
      for (const lane of lanes) {
        const known = { ...lane, since: now() };
        if (held.has(keyOf(lane))) held.set(keyOf(lane), known);
        else add(known);
      }
    },

    take: (remainingOf) => {
      const taken: QueuedLane[] = [];
      const reservedSince = now() - RESERVED_MS;
      for (const [tenantId, ofTenant] of free) {
        let remaining = Math.min(remainingOf(tenantId), MAX_TAKEN - taken.length);
        for (const lane of ofTenant.values()) {
          const isPast = lane.since <= reservedSince;
          if (remaining <= 0 && !isPast) break;
          remove(lane);
          if (isPast) continue;
          remaining -= 1;
          taken.push(lane);
        }
      }
      return taken;
    },

    hold: (lane) => void held.set(keyOf(lane), remove(lane)),

    release: (lane, sequence) => {
      const added = held.get(keyOf(lane));
      held.delete(keyOf(lane));
      if (added && sequence !== null && added.sequence > sequence) add(added);
    },
  };
}
