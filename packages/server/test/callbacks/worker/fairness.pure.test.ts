import { describe, expect, it } from 'vitest';
import {
  createConcurrencyLimits,
  divideSlots,
  type WaitingTenant,
} from '../../../src/callbacks/worker/fairness';
import { createReceiverSpeeds, type Speed } from '../../../src/callbacks/worker/receiver-speeds';

const waiting = (tenantId: string, workspaceId = `of ${tenantId}`): WaitingTenant => ({
  tenantId,
  workspaceId,
  isProbed: false,
  leased: 0,
});
const many = (count: number, name: string, workspaceId?: string) =>
  Array.from({ length: count }, (_, index) => waiting(`${name} ${index}`, workspaceId));

/** Creates 64 slots for slow tenants and 16 for quick ones. A tenant's name begins with its speed. */
function setUp(window = 8) {
  const limits = createConcurrencyLimits({
    slowSlots: 64,
    maxPerTenant: 8,
    speeds: { speedOf: (name) => name.split(' ')[0] as Speed, windowOf: () => window },
  });
  const take = (tenants: readonly WaitingTenant[]): Map<string, number> => {
    const quotas = limits.allocate(tenants);
    for (const { tenantId, lanes } of quotas) {
      const tenant = tenants.find((one) => one.tenantId === tenantId);
      for (let lane = 0; lane < lanes; lane++) if (tenant) limits.acquire(tenant);
    }
    return new Map(quotas.map(({ tenantId, lanes }) => [tenantId, lanes]));
  };
  return { ...limits, take };
}

const sum = (quotas: Map<string, number>) => [...quotas.values()].reduce((a, b) => a + b, 0);

describe('the slots of callbacks', () => {
  it('keeps slots for quick tenants while slow ones use all of theirs', () => {
    const { take } = setUp();
    expect(sum(take(many(100, 'slow')))).toBe(64);
    expect(sum(take(many(100, 'slow')))).toBe(0);
    const both = [...many(100, 'slow'), waiting('quick')];
    expect(take(both)).toEqual(new Map([['quick', 8]]));
  });

  it("gives slots to new tenants without using up the quick ones' share", () => {
    const { take } = setUp();
    take(many(100, 'slow'));
    expect(sum(take(many(100, 'new')))).toBe(8);
    expect(take([...many(100, 'new'), waiting('quick')])).toEqual(new Map([['quick', 8]]));
  });

  it('gives slots to quick tenants first, then to new ones, then to slow ones', () => {
    const { take } = setUp();
    const names = [...take([waiting('slow'), waiting('new'), waiting('quick')]).keys()];
    expect(names).toEqual(['quick', 'new', 'slow']);
  });

  it('gives the slow tenants of one workspace a quarter of the slots at most', () => {
    const { take } = setUp();
    expect(sum(take(many(100, 'slow', 'one')))).toBe(16);
    expect(sum(take([...many(100, 'slow', 'one'), waiting('slow other')]))).toBe(8);
  });

  it('shares slots evenly among slow tenants', () => {
    const { take } = setUp(2);
    expect([...take(many(4, 'slow')).values()]).toEqual([8, 8, 8, 8]);
    expect(sum(take(many(1, 'slow more')))).toBe(8);
    expect([...take(many(10, 'slow later')).values()]).toEqual(Array(10).fill(2));
  });

  it('shares slots one by one, to the tenant with the fewest', () => {
    const asking = (tenantId: string, wanted: number, inFlight = 0) => ({
      tenantId,
      workspaceId: tenantId,
      wanted,
      inFlight,
    });
    const quota = (tenantId: string, lanes: number) => ({ tenantId, lanes });
    const tenants = [asking('a', 8), asking('b', 1), asking('c', 0), asking('d', 8)];
    expect(divideSlots(tenants, 256)).toEqual([quota('a', 8), quota('b', 1), quota('d', 8)]);
    expect(divideSlots(tenants, 6)).toEqual([quota('a', 3), quota('b', 1), quota('d', 2)]);
    const ofOne = [asking('a', 8, 3), asking('b', 8)].map((one) => ({ ...one, workspaceId: 'w' }));
    expect(divideSlots(ofOne, 3)).toEqual([quota('b', 3)]);
    const inFlight = new Map([['a', 3]]);
    expect(divideSlots([asking('a', 8), asking('d', 8, 5)], 3, inFlight)).toEqual([quota('d', 3)]);
    expect(divideSlots(tenants, 0)).toEqual([]);
  });
});

describe('the speed of a receiver', () => {
  let now = 0;
  const start = () => createReceiverSpeeds({ maxPerTenant: 8, now: () => now });
  const respond = (speeds: ReturnType<typeof start>, durationMs: number, isSuccess = true) =>
    speeds.begin('a')({ durationMs, isSuccess });

  it("measures a receiver's speed as the median of its last eight attempts", () => {
    const speeds = start();
    expect(speeds.speedOf('a')).toBe('new');
    for (let count = 0; count < 8; count++) respond(speeds, 50);
    for (const speed of ['quick', 'quick', 'quick', 'slow']) {
      respond(speeds, 9500);
      expect(speeds.speedOf('a')).toBe(speed);
    }
    for (let count = 0; count < 5; count++) respond(speeds, 50);
    expect(speeds.speedOf('a')).toBe('quick');
  });

  it('counts a new tenant as slow as soon as its first response is late', () => {
    const speeds = start();
    const end = speeds.begin('a');
    now += 1000;
    expect(speeds.speedOf('a')).toBe('new');
    now += 1;
    expect(speeds.speedOf('a')).toBe('slow');
    end({ durationMs: 9500, isSuccess: true });
    expect(speeds.speedOf('a')).toBe('slow');
  });

  it("opens a tenant's window by one after a quick success, and halves it after a slow response", () => {
    const speeds = start();
    expect(speeds.windowOf('a')).toBe(2);
    for (let count = 0; count < 10; count++) respond(speeds, 50);
    expect(speeds.windowOf('a')).toBe(8);
    respond(speeds, 50, false);
    expect(speeds.windowOf('a')).toBe(8);
    for (const window of [4, 2, 1, 1]) {
      respond(speeds, 2000);
      expect(speeds.windowOf('a')).toBe(window);
    }
  });
});
