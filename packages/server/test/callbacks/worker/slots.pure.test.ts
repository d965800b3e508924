import { describe, expect, it } from 'vitest';
import { createPaces, type Pace } from '../../../src/callbacks/worker/paces';
import { createSlots, shareFairly, type WaitingTenant } from '../../../src/callbacks/worker/slots';

const waiting = (tenantId: string, workspaceId = `of ${tenantId}`): WaitingTenant => ({
  tenantId,
  workspaceId,
  isProbed: false,
  leased: 0,
});
const many = (count: number, name: string, workspaceId?: string) =>
  Array.from({ length: count }, (_, index) => waiting(`${name} ${index}`, workspaceId));

/** Slots for slow tenants: 64, and 16 for quick ones. The name of a tenant begins with its pace. */
function setUp(window = 8) {
  const slots = createSlots({
    slowSlots: 64,
    maxPerTenant: 8,
    paces: { paceOf: (name) => name.split(' ')[0] as Pace, windowOf: () => window },
  });
  const take = (tenants: readonly WaitingTenant[]): Map<string, number> => {
    const shares = slots.shareOut(tenants);
    for (const { tenantId, room } of shares) {
      const tenant = tenants.find((one) => one.tenantId === tenantId);
      for (let lane = 0; lane < room; lane++) if (tenant) slots.hold(tenant);
    }
    return new Map(shares.map(({ tenantId, room }) => [tenantId, room]));
  };
  return { ...slots, take };
}

const sum = (shares: Map<string, number>) => [...shares.values()].reduce((a, b) => a + b, 0);

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
    const asking = (tenantId: string, room: number, held = 0) => ({
      tenantId,
      workspaceId: tenantId,
      room,
      held,
    });
    const share = (tenantId: string, room: number) => ({ tenantId, room });
    const tenants = [asking('a', 8), asking('b', 1), asking('c', 0), asking('d', 8)];
    expect(shareFairly(tenants, 256)).toEqual([share('a', 8), share('b', 1), share('d', 8)]);
    expect(shareFairly(tenants, 6)).toEqual([share('a', 3), share('b', 1), share('d', 2)]);
    const ofOne = [asking('a', 8, 3), asking('b', 8)].map((one) => ({ ...one, workspaceId: 'w' }));
    expect(shareFairly(ofOne, 3)).toEqual([share('b', 3)]);
    const held = new Map([['a', 3]]);
    expect(shareFairly([asking('a', 8), asking('d', 8, 5)], 3, held)).toEqual([share('d', 3)]);
    expect(shareFairly(tenants, 0)).toEqual([]);
  });
});

describe('the pace of a tenant', () => {
  let now = 0;
  const start = () => createPaces({ maxPerTenant: 8, now: () => now });
  const answer = (paces: ReturnType<typeof start>, durationMs: number, isSuccess = true) =>
    paces.begin('a')({ durationMs, isSuccess });

  it("measures a tenant's pace as the median of its last eight attempts", () => {
    const paces = start();
    expect(paces.paceOf('a')).toBe('new');
    for (let count = 0; count < 8; count++) answer(paces, 50);
    for (const pace of ['quick', 'quick', 'quick', 'slow']) {
      answer(paces, 9500);
      expect(paces.paceOf('a')).toBe(pace);
    }
    for (let count = 0; count < 5; count++) answer(paces, 50);
    expect(paces.paceOf('a')).toBe('quick');
  });

  it('counts a new tenant as slow as soon as its first answer is late', () => {
    const paces = start();
    const end = paces.begin('a');
    now += 1000;
    expect(paces.paceOf('a')).toBe('new');
    now += 1;
    expect(paces.paceOf('a')).toBe('slow');
    end({ durationMs: 9500, isSuccess: true });
    expect(paces.paceOf('a')).toBe('slow');
  });

  it("opens a tenant's window by one after a quick success, and halves it after a slow answer", () => {
    const paces = start();
    expect(paces.windowOf('a')).toBe(2);
    for (let count = 0; count < 10; count++) answer(paces, 50);
    expect(paces.windowOf('a')).toBe(8);
    answer(paces, 50, false);
    expect(paces.windowOf('a')).toBe(8);
    for (const window of [4, 2, 1, 1]) {
      answer(paces, 2000);
      expect(paces.windowOf('a')).toBe(window);
    }
  });
});
