import { LEASE_MS } from '../../../server/src/callbacks/worker/queue-state';
import type { Random } from '../torture/random';

export type NodeFault = 'killed' | 'drained' | 'frozen' | 'all killed';
export type ServiceFault =
  | 'Redis stopped'
  | 'Redis killed'
  | 'Redis hangs'
  | 'Redis dark'
  | 'Redis dark for one node'
  | 'database killed'
  | 'database hangs'
  | 'database dark'
  | 'database dark for one node';

/**
 * The kinds of faults. If both a node and a service fail, the service's fault lasts longer: the node also restarts
 * while Redis is unreachable.
 */
export const FAULTS = {
  'node killed': { node: 'killed' },
  'node drained': { node: 'drained' },
  'node frozen': { node: 'frozen' },
  'all nodes killed': { node: 'all killed' },
  'Redis stopped': { service: 'Redis stopped' },
  'Redis killed': { service: 'Redis killed' },
  'Redis hangs': { service: 'Redis hangs' },
  'Redis dark': { service: 'Redis dark' },
  'Redis dark for one node': { service: 'Redis dark for one node' },
  'database killed': { service: 'database killed' },
  'database hangs': { service: 'database hangs' },
  'database dark': { service: 'database dark' },
  'database dark for one node': { service: 'database dark for one node' },
  'node killed, Redis killed': { node: 'killed', service: 'Redis killed' },
  'node killed, Redis hangs': { node: 'killed', service: 'Redis hangs' },
  'node drained, Redis dark': { node: 'drained', service: 'Redis dark' },
  'node frozen, Redis stopped': { node: 'frozen', service: 'Redis stopped' },
  'all nodes killed, Redis dark': { node: 'all killed', service: 'Redis dark' },
} as const satisfies Record<string, { node?: NodeFault; service?: ServiceFault }>;

export type FaultKind = keyof typeof FAULTS;
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];

export interface PlannedFault {
  kind: FaultKind;
  /** The index of the node that it strikes, where it strikes one. */
  node: number;
  /** Pause before the fault. */
  calmMs: number;
  lastsMs: number;
  /** Whether the next fault waits until every visitor has been served again. */
  isPatient: boolean;
}

/**
 * Plans faults: the same for the same seed, with every kind once per round. A longer plan begins with the shorter one.
 */
export function planFaults(random: Random, nodes: number, count: number): PlannedFault[] {
  const plan: PlannedFault[] = [];
  let round: FaultKind[] = [];
  while (plan.length < count) {
    if (round.length === 0) round = shuffled(FAULT_KINDS, random);
    const kind = round.pop();
    if (kind === undefined) break;
    plan.push({
      kind,
      node: random.between(0, nodes),
      calmMs: random.between(100, 2_000),
      lastsMs: random.between(...durationOf(kind)),
      isPatient: random.chance(0.5),
    });
  }
  return plan;
}

function durationOf(kind: FaultKind): [number, number] {
  const fault: { node?: NodeFault; service?: ServiceFault } = FAULTS[kind];
  // Longer than a lease: another node takes over its lanes before it wakes up.
  if (fault.node === 'frozen') return [LEASE_MS + 1_000, LEASE_MS + 6_000];
  return fault.node === undefined ? [1_000, 12_000] : [200, 5_000];
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const rest = [...items];
  const order: Item[] = [];
  while (rest.length > 0) order.push(...rest.splice(random.between(0, rest.length), 1));
  return order;
}
