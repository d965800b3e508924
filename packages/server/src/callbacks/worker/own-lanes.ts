import { RESERVED_MS, type LaneKey, type QueuedLane } from '../events/queued-event';
import { keyOf } from './lane';

/** Lanes whose events this node has just committed. For a moment no other node looks for them. */
export interface OwnLanes {
  note(lanes: readonly QueuedLane[]): void;
  /**
   * Removes those to be leased next and returns them: of each tenant the first, and at most `roomOf` it.
   * Those that any node may take by now are left to the claim of all due lanes.
   */
  take(roomOf: (tenantId: string) => number): QueuedLane[];
  /** This worker has the lane: it also sends what is added to it. */
  hold(lane: LaneKey): void;
  /** The worker has it no longer. What was added after `sequence` needs a new lease; null: that will be found. */
  letGo(lane: LaneKey, sequence: number | null): void;
}

interface Own extends QueuedLane {
  /** Monotonic milliseconds. */
  since: number;
}

/** More are found as those of other nodes are. */
const MAX_NOTED = 10_000;
/** Per claim, so that none takes long. */
const MAX_TAKEN = 256;

/** @param now monotonic milliseconds */
export function createOwnLanes(now: () => number = () => performance.now()): OwnLanes {
  /** By tenant, then by lane; the longest waiting first. */
  const free = new Map<string, Map<string, Own>>();
  let noted = 0;
  /** By lane that this worker has: the last that was added to it meanwhile. */
  const held = new Map<string, Own | null>();

  const add = (lane: Own): void => {
    const ofTenant = free.get(lane.tenantId) ?? new Map<string, Own>();
    const key = keyOf(lane);
    const known = ofTenant.get(key);
    if (!known && noted >= MAX_NOTED) return;
    if (!known) noted += 1;
    free.set(lane.tenantId, ofTenant);
    ofTenant.set(key, known ? { ...lane, since: known.since } : lane);
  };

  const remove = (lane: LaneKey): Own | null => {
    const ofTenant = free.get(lane.tenantId);
    const known = ofTenant?.get(keyOf(lane));
    if (!ofTenant || !known) return null;
    ofTenant.delete(keyOf(lane));
    if (ofTenant.size === 0) free.delete(lane.tenantId);
    noted -= 1;
    return known;
  };

  return {
    note: (lanes) => {
      for (const lane of lanes) {
        const own = { ...lane, since: now() };
        if (held.has(keyOf(lane))) held.set(keyOf(lane), own);
        else add(own);
      }
    },

    take: (roomOf) => {
      const taken: QueuedLane[] = [];
      const reservedSince = now() - RESERVED_MS;
      for (const [tenantId, ofTenant] of free) {
        let room = Math.min(roomOf(tenantId), MAX_TAKEN - taken.length);
        for (const lane of ofTenant.values()) {
          const isPast = lane.since <= reservedSince;
          if (room <= 0 && !isPast) break;
          remove(lane);
          if (isPast) continue;
          room -= 1;
          taken.push(lane);
        }
      }
      return taken;
    },

    hold: (lane) => void held.set(keyOf(lane), remove(lane)),

    letGo: (lane, sequence) => {
      const added = held.get(keyOf(lane));
      held.delete(keyOf(lane));
      if (added && sequence !== null && added.sequence > sequence) add(added);
    },
  };
}
