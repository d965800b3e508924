import type { Share } from './lease';
import type { Pace, Paces } from './paces';

/** A tenant with due callbacks. */
export interface WaitingTenant {
  tenantId: string;
  workspaceId: string;
  /** Gets one attempt at a time, of any lane. */
  isProbed: boolean;
  /** Its lanes in flight, over all nodes. */
  leased: number;
}

export interface SlotsOptions {
  /** For all slow tenants together. */
  slowSlots: number;
  /** Lanes of one tenant in flight at once. */
  maxPerTenant: number;
  paces: Pick<Paces, 'paceOf' | 'windowOf'>;
}

/** This node's lanes in flight, and which tenants may have more. */
export interface Slots {
  /** How many lanes to take next, of which tenants; the longest waiting come first. */
  shareOut(waiting: readonly WaitingTenant[]): Share[];
  /** How many more lanes a tenant may have. */
  roomOf(tenant: Omit<WaitingTenant, 'workspaceId'>): number;
  /** This node's lanes of a tenant. */
  heldOf(tenantId: string): number;
  hold(lane: LaneOwner): void;
  giveBack(lane: LaneOwner): void;
  isFull(): boolean;
}

type LaneOwner = Pick<WaitingTenant, 'tenantId' | 'workspaceId'>;

/** Per claim, so that none takes long. */
const MAX_CLAIMED = 256;

/**
 * A receiver that hangs uses a slot for the whole attempt. So slow tenants share a number of slots, of which
 * one workspace gets a quarter. Quick ones have a reserve; new ones may use half of it until they are measured.
 */
export function createSlots({ slowSlots, maxPerTenant, paces }: SlotsOptions): Slots {
  const quickSlots = Math.ceil(slowSlots / 4);
  const slowSlotsOfWorkspace = Math.ceil(slowSlots / 4);
  const allSlots = slowSlots + quickSlots;
  const held = new Map<string, { workspaceId: string; count: number }>();
  let inFlight = 0;

  const heldOf = (tenantId: string): number => held.get(tenantId)?.count ?? 0;

  const roomOf: Slots['roomOf'] = ({ tenantId, isProbed, leased }) => {
    const count = Math.max(leased, heldOf(tenantId));
    if (isProbed) return Math.min(1 - count, 1);
    // While slots are plenty, no tenant has to wait for its share to grow.
    const isShort = inFlight >= allSlots / 2;
    return (isShort ? paces.windowOf(tenantId) : maxPerTenant) - count;
  };

  function shareOut(waiting: readonly WaitingTenant[]): Share[] {
    const now = countByPace();
    const asking: Record<Pace, Asking[]> = { quick: [], new: [], slow: [] };
    for (const tenant of waiting) {
      const { tenantId, workspaceId } = tenant;
      const count = heldOf(tenantId);
      const pace = paces.paceOf(tenantId);
      asking[pace].push({ tenantId, workspaceId, room: roomOf(tenant), held: count });
    }

    let free = Math.min(MAX_CLAIMED, allSlots - inFlight);
    const shares: Share[] = [];
    const give = (pace: Pace, slots: number, heldOf = new Map<string, number>(), most?: number) => {
      const given = shareFairly(asking[pace], Math.min(free, slots), heldOf, most);
      for (const { room } of given) free -= room;
      shares.push(...given);
      return given;
    };
    give('quick', free);
    const given = give('new', slowSlots + quickSlots / 2 - now.new - now.slow);
    const unproven = given.reduce((sum, { room }) => sum + room, now.new + now.slow);
    const slowFree = Math.min(slowSlots - now.slow, slowSlots + quickSlots / 2 - unproven);
    give('slow', slowFree, now.slowOfWorkspace, slowSlotsOfWorkspace);
    return shares;
  }

  function countByPace() {
    const counts = { quick: 0, new: 0, slow: 0, slowOfWorkspace: new Map<string, number>() };
    for (const [tenantId, { workspaceId, count }] of held) {
      const pace = paces.paceOf(tenantId);
      counts[pace] += count;
      if (pace === 'slow') add(counts.slowOfWorkspace, workspaceId, count);
    }
    return counts;
  }

  return {
    shareOut,
    roomOf,
    heldOf,
    hold: ({ tenantId, workspaceId }) => {
      inFlight += 1;
      held.set(tenantId, { workspaceId, count: (held.get(tenantId)?.count ?? 0) + 1 });
    },
    giveBack: ({ tenantId, workspaceId }) => {
      inFlight -= 1;
      const count = (held.get(tenantId)?.count ?? 0) - 1;
      if (count > 0) held.set(tenantId, { workspaceId, count });
      else held.delete(tenantId);
    },
    isFull: () => inFlight >= allSlots,
  };
}

interface Asking extends LaneOwner {
  room: number;
  held: number;
}

/** One slot after another, each to the tenant with the fewest, of the workspace with the fewest. @internal for its tests */
export function shareFairly(
  tenants: readonly Asking[],
  free: number,
  heldOfWorkspace: ReadonlyMap<string, number> = new Map(),
  mostOfWorkspace = Number.POSITIVE_INFINITY,
): Share[] {
  const workspaces = new Map<string, { held: number }>();
  const asking = tenants.map(({ tenantId, workspaceId, room, held }) => {
    const workspace = workspaces.get(workspaceId) ?? {
      held: heldOfWorkspace.get(workspaceId) ?? 0,
    };
    workspaces.set(workspaceId, workspace);
    return { tenantId, workspace, room, held, given: 0 };
  });
  for (let left = free; left >= 1; left--) {
    let next: (typeof asking)[number] | null = null;
    for (const tenant of asking) {
      if (tenant.given >= tenant.room || tenant.workspace.held >= mostOfWorkspace) continue;
      if (!next || hasFewer(tenant, next)) next = tenant;
    }
    if (!next) break;
    next.given += 1;
    next.held += 1;
    next.workspace.held += 1;
  }
  return asking.flatMap(({ tenantId, given }) => (given > 0 ? [{ tenantId, room: given }] : []));
}

interface Holding {
  held: number;
  workspace: { held: number };
}

function hasFewer(a: Holding, b: Holding): boolean {
  if (a.workspace.held !== b.workspace.held) return a.workspace.held < b.workspace.held;
  return a.held < b.held;
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
