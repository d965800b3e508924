import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import type { QueuedLane } from '../events/queued-event';
import { createClaim } from './claim';
import type { Lane } from './lane';
import { createOwners } from './lease';
import { createLeaseCounts } from './lease-counts';
import { createOwnClaim } from './own-claim';
import { createOwnLanes } from './own-lanes';
import type { Settled } from './settlement';
import type { Slots } from './slots';

/** Which lanes a worker takes next: those that its own node has filled, and those that anyone may take. */
export interface Intake {
  note(lanes: readonly QueuedLane[]): void;
  /** Lanes may be due that this node does not know. */
  lookForDue(): void;
  /** Leases lanes. Without statements if nothing is known to wait. */
  next(): Promise<Lane[]>;
  began(lane: Lane): void;
  /** @param last what became of the lane's last event; null: an error ended it */
  ended(lane: Lane, last: Settled | null): void;
}

export interface IntakeOptions {
  database: Database;
  clock: Clock;
  slots: Slots;
}

/** While others hold up lanes of this node, their number is read again after this time. */
const RECOUNT_MS = 50;

export function createIntake({ database, clock, slots }: IntakeOptions): Intake {
  const own = createOwnLanes();
  const leases = createLeaseCounts({ database, clock, heldOf: slots.heldOf });
  const owners = createOwners(database);
  const claim = createClaim({ database, clock, leases, owners });
  const ownClaim = createOwnClaim({ database, clock, leases, owners });
  /** Tenants of which more lanes are due than were taken: their new lanes go to the end of the queue. */
  let backlogged: ReadonlySet<string> = new Set();
  let mayBeDue = false;
  let countedAt = -Infinity;
  let wasOwn = false;

  async function takeOwn(): Promise<Lane[]> {
    let isHeldUp = false;
    const roomOf = (tenantId: string): number => {
      if (backlogged.has(tenantId) || ownClaim.leavesOut(tenantId)) return 0;
      const leased = leases.estimate(tenantId);
      const room = slots.roomOf({ tenantId, isProbed: false, leased });
      isHeldUp ||= room <= 0 && leased > slots.heldOf(tenantId);
      return room;
    };
    const wanted = own.take(roomOf);
    if (isHeldUp && performance.now() >= countedAt + RECOUNT_MS) {
      await recount();
      wanted.push(...own.take(roomOf));
    }
    return wanted.length === 0 ? [] : ownClaim.claim(wanted, slots.shareOut);
  }

  async function recount(): Promise<void> {
    countedAt = performance.now();
    await leases.read();
  }

  async function takeDue(): Promise<Lane[]> {
    mayBeDue = false;
    countedAt = performance.now();
    const claimed = await claim(slots.shareOut);
    backlogged = claimed.backlogged;
    mayBeDue ||= claimed.lanes.length > 0 && backlogged.size > 0;
    return claimed.lanes;
  }

  return {
    note: own.note,
    lookForDue: () => void (mayBeDue = true),
    next: async () => {
      // By turns: however much this node commits, the others' lanes are looked for.
      const turns = mayBeDue && wasOwn ? [takeDue, takeOwn] : [takeOwn, takeDue];
      for (const take of turns) {
        if (take === takeDue && !mayBeDue) continue;
        const lanes = await take();
        wasOwn = take === takeOwn;
        if (lanes.length > 0) return lanes;
      }
      return [];
    },
    began: own.hold,
    ended: (lane, last) => {
      const rest = last?.kind === 'released' ? last.rest : null;
      // What a deferred event leaves empty has had no event at its head.
      const done = lane.isAside ? lane.head - 1 : lane.head;
      own.letGo(lane, rest === 'none' ? done : null);
      // After a failure, its tenant's whole queue may have become due.
      const isQuiet = (rest === 'none' || rest === 'later') && !lane.isFailing && !lane.probeOf;
      mayBeDue ||= !isQuiet || backlogged.size > 0;
    },
  };
}
