import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  probeWaitMs,
  type HealthReport,
  type TenantHealth,
} from '../../../src/callbacks/health/tenant-health';

const NOW = 1_000_000;
const failure: HealthReport = {
  tenantId: 't',
  conversationId: 'a',
  isSuccess: false,
  isUnreachable: false,
  pauseUntil: null,
  isProbe: false,
};

function fail(
  times: number,
  change: (index: number) => Partial<HealthReport> = () => ({}),
): TenantHealth {
  let health: TenantHealth | null = null;
  for (let index = 0; index < times; index++) {
    health = afterFailure(health, { ...failure, ...change(index) }, NOW + index, 0.5);
  }
  if (!health) throw new TypeError('no failure');
  return health;
}

const alternating = (index: number) => ({ conversationId: index % 2 === 0 ? 'a' : 'b' });

describe("the health of a tenant's address", () => {
  it('counts failures of a tenant from the first one', () => {
    expect(fail(3)).toMatchObject({ failingSince: NOW, failures: 3, probes: 0, resumesAt: 0 });
  });

  it('pauses callbacks after five failures in several conversations', () => {
    expect(fail(4, alternating).probes).toBe(0);
    expect(fail(5, alternating)).toMatchObject({ probes: 1, resumesAt: NOW + 4 + 30_000 });
  });

  it('counts an address as healthy when one event is always refused', () => {
    expect(fail(50)).toMatchObject({ probes: 0, resumesAt: 0 });
  });

  it('pauses callbacks of one conversation when the receiver is unreachable', () => {
    expect(fail(5, () => ({ isUnreachable: true })).probes).toBe(1);
  });

  it('doubles the wait with each failed probe only', () => {
    let health = fail(5, alternating);
    const openedUntil = health.resumesAt;
    health = afterFailure(health, failure, NOW + 10, 0.5);
    expect(health).toMatchObject({ probes: 1, resumesAt: openedUntil });
    const probe = { ...failure, isProbe: true };
    health = afterFailure(health, probe, NOW + 40_000, 0.5);
    expect(health).toMatchObject({ probes: 2, resumesAt: NOW + 40_000 + 60_000 });
    const waits = Array.from({ length: 9 }, (_, index) => probeWaitMs(index + 1, 0.5) / 1000);
    expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600, 600, 600]);
    expect([probeWaitMs(1, 0), probeWaitMs(1, 1)]).toEqual([24_000, 36_000]);
  });

  it('pauses callbacks for a receiver that asks for it', () => {
    const paused = fail(1, () => ({ pauseUntil: NOW + 60_000 }));
    expect(paused).toMatchObject({ probes: 0, resumesAt: NOW + 60_000 });
  });
});
