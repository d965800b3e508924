import type { ReceiverSpeeds, Speed } from './receiver-speeds';

export interface WaitingTenant {
  tenantId: string;
  workspaceId: string;
  /** True if it gets one attempt at a time, of any lane. */
  isProbed: boolean;
  /** Its lanes in flight, over all nodes. */
  leased: number;
}

/** The number of lanes that a claim may lease of a tenant. */
export interface Quota {
  tenantId: string;
  lanes: number;
}

export interface ConcurrencyLimitsOptions {
  /** The number of slots that all slow tenants share. */
  slowSlots: number;
  maxPerTenant: number;
  speeds: Pick<ReceiverSpeeds, 'speedOf' | 'windowOf'>;
}

/** Counts this node's lanes in flight, and decides which tenants may have more. A lane in flight uses a slot. */
export interface ConcurrencyLimits {
  /** Divides the free slots among tenants; give it those that have waited longest first. */
  allocate(waiting: readonly WaitingTenant[]): Quota[];
  /** Returns how many more lanes a tenant may have in flight. */
  remainingOf(tenant: Omit<WaitingTenant, 'workspaceId'>): number;
  /** This node's lanes in flight of a tenant. */
  inFlightOf(tenantId: string): number;
  acquire(lane: LaneOwner): void;
  release(lane: LaneOwner): void;
  isFull(): boolean;
}

type LaneOwner = Pick<WaitingTenant, 'tenantId' | 'workspaceId'>;

/** The number of lanes in one claim, which keeps it short. */
const MAX_CLAIMED = 256;

/**
 * A receiver that hangs uses a slot for the whole attempt. So slow tenants share a number of slots, of which
 * one workspace gets a quarter. Quick ones have a reserve; new ones may use half of it until they are measured.
 */
export function createConcurrencyLimits(options: ConcurrencyLimitsOptions): ConcurrencyLimits {
  const { slowSlots, maxPerTenant, speeds } = options;
  const quickSlots = Math.ceil(slowSlots / 4);
  const slowSlotsOfWorkspace = Math.ceil(slowSlots / 4);
  const allSlots = slowSlots + quickSlots;
  const used = new Map<string, { workspaceId: string; count: number }>();
  let inFlight = 0;

  const inFlightOf = (tenantId: string): number => used.get(tenantId)?.count ?? 0;

  const remainingOf: ConcurrencyLimits['remainingOf'] = ({ tenantId, isProbed, leased }) => {
    const count = Math.max(leased, inFlightOf(tenantId));
    if (isProbed) return Math.min(1 - count, 1);
    // The window applies only while slots are scarce, so that a tenant need not wait for it to grow.
    const isShort = inFlight >= allSlots / 2;
    return (isShort ? speeds.windowOf(tenantId) : maxPerTenant) - count;
  };

  function allocate(waiting: readonly WaitingTenant[]): Quota[] {
    const now = countBySpeed();
    const requests: Record<Speed, SlotRequest[]> = { quick: [], new: [], slow: [] };
    for (const tenant of waiting) {
      const { tenantId, workspaceId } = tenant;
      const request = { tenantId, workspaceId, wanted: remainingOf(tenant) };
      requests[speeds.speedOf(tenantId)].push({ ...request, inFlight: inFlightOf(tenantId) });
    }

    let free = Math.min(MAX_CLAIMED, allSlots - inFlight);
    const quotas: Quota[] = [];
    const give = (speed: Speed, slots: number, ...workspaces: WorkspaceLimit) => {
      const given = divideSlots(requests[speed], Math.min(free, slots), ...workspaces);
      for (const { lanes } of given) free -= lanes;
      quotas.push(...given);
      return given;
    };
    give('quick', free);
    const given = give('new', slowSlots + quickSlots / 2 - now.new - now.slow);
    const unproven = given.reduce((sum, { lanes }) => sum + lanes, now.new + now.slow);
    const slowFree = Math.min(slowSlots - now.slow, slowSlots + quickSlots / 2 - unproven);
    give('slow', slowFree, now.slowOfWorkspace, slowSlotsOfWorkspace);
    return quotas;
  }

  function countBySpeed() {
    const counts = { quick: 0, new: 0, slow: 0, slowOfWorkspace: new Map<string, number>() };
    const ofWorkspace = counts.slowOfWorkspace;
    for (const [tenantId, { workspaceId, count }] of used) {
      const speed = speeds.speedOf(tenantId);
      counts[speed] += count;
      if (speed !== 'slow') continue;
      ofWorkspace.set(workspaceId, (ofWorkspace.get(workspaceId) ?? 0) + count);
    }
    return counts;
  }

  return {
    allocate,
    remainingOf,
    inFlightOf,
    acquire: ({ tenantId, workspaceId }) => {
      inFlight += 1;
      used.set(tenantId, { workspaceId, count: inFlightOf(tenantId) + 1 });
    },
    release: ({ tenantId, workspaceId }) => {
      inFlight -= 1;
      const count = inFlightOf(tenantId) - 1;
      if (count > 0) used.set(tenantId, { workspaceId, count });
      else used.delete(tenantId);
    },
    isFull: () => inFlight >= allSlots,
  };
}

interface SlotRequest extends LaneOwner {
  wanted: number;
  inFlight: number;
}

/** The slots in use by workspace, and the most that a workspace may have. */
type WorkspaceLimit = [inFlight?: ReadonlyMap<string, number>, most?: number];

/**
 * Gives one slot after another, each to the tenant with the fewest slots in the workspace with the fewest.
 * @internal for its tests
 */
export function divideSlots(
  requests: readonly SlotRequest[],
  free: number,
  ...[inFlightOfWorkspace = new Map(), mostOfWorkspace = Infinity]: WorkspaceLimit
): Quota[] {
  const workspaces = new Map<string, { inFlight: number }>();
  const tenants = requests.map(({ tenantId, workspaceId, wanted, inFlight }) => {
    const workspace = workspaces.get(workspaceId) ?? {
      inFlight: inFlightOfWorkspace.get(workspaceId) ?? 0,
    };
    workspaces.set(workspaceId, workspace);
    return { tenantId, workspace, wanted, inFlight, given: 0 };
  });
  for (let left = free; left >= 1; left--) {
    let next: (typeof tenants)[number] | null = null;
    for (const tenant of tenants) {
      if (tenant.given >= tenant.wanted || tenant.workspace.inFlight >= mostOfWorkspace) continue;
      if (!next || hasFewer(tenant, next)) next = tenant;
    }
    if (!next) break;
    next.given += 1;
    next.inFlight += 1;
    next.workspace.inFlight += 1;
  }
  return tenants.flatMap(({ tenantId, given }) => (given > 0 ? [{ tenantId, lanes: given }] : []));
}

interface InFlight {
  inFlight: number;
  workspace: { inFlight: number };
}

function hasFewer(a: InFlight, b: InFlight): boolean {
  if (a.workspace.inFlight !== b.workspace.inFlight) {
    return a.workspace.inFlight < b.workspace.inFlight;
  }
  return a.inFlight < b.inFlight;
}
