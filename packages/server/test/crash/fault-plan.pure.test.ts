import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, planFaults } from '../../../lab/bench/node-faults/plan';
import { createRandom } from '../../../lab/bench/torture/random';
import { LEASE_MS } from '../../src/callbacks/worker/queue-state';

describe('the plan of faults for several nodes', () => {
  it('repeats itself for the same seed, and begins alike whatever its length', () => {
    const plan = planFaults(createRandom(7), 3, 100);
    expect(planFaults(createRandom(7), 3, 40)).toEqual(plan.slice(0, 40));
    expect(planFaults(createRandom(8), 3, 100)).not.toEqual(plan);
  });

  it('has every kind of fault once in each round, and strikes every node', () => {
    const rounds = 3;
    const plan = planFaults(createRandom(7), 3, rounds * FAULT_KINDS.length);
    for (const kind of FAULT_KINDS) {
      expect(
        plan.filter((fault) => fault.kind === kind),
        kind,
      ).toHaveLength(rounds);
    }
    expect(new Set(plan.map(({ node }) => node))).toEqual(new Set([0, 1, 2]));
  });

  it('freezes nodes for longer than their leases last', () => {
    const plan = planFaults(createRandom(7), 2, FAULT_KINDS.length);
    const frozen = plan.filter(({ kind }) => kind.includes('frozen'));
    expect(frozen).toHaveLength(2);
    for (const { lastsMs } of frozen) expect(lastsMs).toBeGreaterThan(LEASE_MS);
  });
});
