import type { NodeSign } from './node-register';

export interface RollCall {
  heard(nodeId: string, beats: number): void;
  compare(others: readonly NodeSign[], ownRunId: string | null): void;
  /** Why notices of a live node don't arrive; null if they do. */
  problem(): string | null;
  hasOtherRedis(): boolean;
}

/** A node that is killed is forgotten this long after its last sign. */
const FORGOTTEN_MS = 10_000;
/** A node counts as unheard after this many missing beats. One may be late: rows and beats take different ways. */
const MISSED_BEATS = 2;

interface Known {
  /** Number of beats in the database at the last look. */
  beats: number;
  /** Beats that are accounted for: they arrived over Redis, or were sent before this node knew the other one. */
  heard: number;
  /** Since when the row has not changed; -Infinity until it has changed once. */
  changedAt: number;
}

/**
 * Compares the beats that live nodes count in the database with those that arrive over Redis. A node that was killed
 * or is paused sends neither, so its absence says nothing. No clock of another node is read.
 */
export function createRollCall(): RollCall {
  const known = new Map<string, Known>();
  let problem: string | null = null;
  let isElsewhere = false;

  const judge = (other: NodeSign, ownRunId: string | null): string | null => {
    const { node_id: id, beats, redis_run_id: runId } = other;
    const now = performance.now();
    const before = known.get(id);
    if (!before) {
      known.set(id, { beats, heard: beats, changedAt: -Infinity });
      return null;
    }
    if (beats !== before.beats) before.changedAt = now;
    before.beats = beats;
    if (now - before.changedAt > FORGOTTEN_MS) return null;
    if (ownRunId !== null && runId !== null && runId !== ownRunId) {
      isElsewhere = true;
      return `node ${id} publishes to another Redis`;
    }
    if (!other.publishes) return `node ${id} can't publish`;
    return beats - before.heard >= MISSED_BEATS ? `node ${id} is not heard` : null;
  };

  return {
    heard: (id, beats) => {
      const before = known.get(id);
      if (before) before.heard = Math.max(before.heard, beats);
    },
    compare: (others, ownRunId) => {
      isElsewhere = false;
      const ids = new Set(others.map(({ node_id }) => node_id));
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      problem =
        others.map((other) => judge(other, ownRunId)).find((found) => found !== null) ?? null;
    },
    problem: () => problem,
    hasOtherRedis: () => isElsewhere,
  };
}
