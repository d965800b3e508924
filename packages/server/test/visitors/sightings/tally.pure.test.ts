import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/platform/clock';
import { createTally, type Visit } from '../../../src/visitors/sightings/tally';

let now = 1_000_000;
const clock = () => now;
const accepted: Visit = {
  tenantId: 'a',
  origin: 'https://shop.example',
  outcome: 'accepted',
  ip: '10.0.0.1',
};

describe('the tally of sightings', () => {
  it('counts the calls of a page, and keeps the first, the last and the latest version', () => {
    const tally = createTally(clock);
    const firstSeenAt = now;
    tally.note({ ...accepted, widgetVersion: '1' });
    now += 5;
    tally.note({ ...accepted, widgetVersion: '2' });
    now += 5;
    tally.note(accepted);
    expect(tally.ofTenant('a')).toEqual([
      {
        tenantId: 'a',
        outcome: 'accepted',
        origin: 'https://shop.example',
        count: 3,
        firstSeenAt,
        lastSeenAt: now,
        widgetVersion: '2',
      },
    ]);
    expect(tally.ofTenant('b')).toEqual([]);
    expect(tally.take()).toHaveLength(1);
    expect(tally.take()).toEqual([]);
  });

  it('counts what an address does in vain once a minute for a tenant', () => {
    const tally = createTally(clock);
    const refused: Visit = { ...accepted, outcome: 'origin_not_allowed', ip: '2001:db8::1' };
    tally.note(refused);
    tally.note({ ...refused, origin: 'https://invented.example', ip: '2001:db8::2' });
    tally.note({ ...refused, tenantId: 'b' });
    expect(tally.take().map(({ tenantId, origin }) => [tenantId, origin])).toEqual([
      ['a', 'https://shop.example'],
      ['b', 'https://shop.example'],
    ]);
    now += MINUTE;
    tally.note(refused);
    tally.note({ ...refused, ip: null });
    expect(tally.take()).toMatchObject([{ count: 2 }]);
  });

  it('counts no page that is not an origin, or a long one', () => {
    const tally = createTally(clock);
    tally.note({ ...accepted, origin: null });
    tally.note({ ...accepted, origin: `https://${'a'.repeat(250)}.example` });
    expect(tally.take()).toEqual([]);
  });

  it('lists 1,000 refused pages and 1,000 accepted ones, and counts the others together', () => {
    const tally = createTally(clock);
    for (let n = 0; n < 3_000; n += 1) {
      const origin = `https://shop${n}.example`;
      tally.note({ ...accepted, origin, outcome: 'wrong_key', ip: null });
    }
    tally.note(accepted);
    const counted = tally.take();
    expect(counted).toHaveLength(1_002);
    expect(counted.find(({ origin }) => origin === null)).toMatchObject({ count: 2_000 });
    expect(counted.at(-1)).toMatchObject({ outcome: 'accepted', origin: accepted.origin });
  });

  it('stays bounded when many tenants are called', () => {
    const tally = createTally(clock);
    for (let n = 0; n < 20_000; n += 1) {
      tally.note({ ...accepted, tenantId: `tenant${n}`, outcome: 'suspended', ip: null });
    }
    expect(tally.take()).toHaveLength(4_000);
  });
});
