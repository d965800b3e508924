import { describe, expect, it } from 'vitest';
import { RESERVED_MS } from '../../../src/callbacks/events/queued-event';
import { createKnownLanes } from '../../../src/callbacks/worker/known-lanes';

const lane = (conversationId: string, sequence = 1, tenantId = 't') => ({
  tenantId,
  conversationId,
  sequence,
});
const names = (lanes: readonly { conversationId: string }[]) =>
  lanes.map(({ conversationId }) => conversationId);

describe('the lanes that a node knows', () => {
  it('takes as many lanes of each tenant as its limit allows, the oldest first', () => {
    const known = createKnownLanes();
    known.note([lane('a'), lane('b'), lane('c'), lane('x', 1, 'u')]);
    known.note([lane('a', 2)]);
    const remainingOf = (tenantId: string) => (tenantId === 't' ? 2 : 5);
    expect(names(known.take(remainingOf))).toEqual(['a', 'b', 'x']);
    expect(names(known.take(remainingOf))).toEqual(['c']);
    expect(known.take(remainingOf)).toEqual([]);
  });

  it('takes at most 256 lanes at once', () => {
    const known = createKnownLanes();
    known.note(Array.from({ length: 300 }, (_, index) => lane(`${index}`, 1, `t${index % 3}`)));
    expect(known.take(() => 200)).toHaveLength(256);
    expect(known.take(() => 200)).toHaveLength(44);
  });

  it('leaves lanes alone that any node may take by now', () => {
    let now = 0;
    const known = createKnownLanes(() => now);
    known.note([lane('a')]);
    now = RESERVED_MS - 1;
    known.note([lane('b')]);
    now = RESERVED_MS;
    expect(names(known.take(() => 8))).toEqual(['b']);
  });

  it('takes a lane again only for an event that came after the last that was sent', () => {
    const known = createKnownLanes();
    for (const id of ['a', 'b', 'c']) known.hold(lane(id));
    known.note([lane('a', 4), lane('b', 5), lane('c', 6)]);
    expect(known.take(() => 8)).toEqual([]);
    known.release(lane('a'), 4);
    known.release(lane('b'), 4);
    known.release(lane('c'), null);
    expect(names(known.take(() => 8))).toEqual(['b']);
  });

  it('counts an event that was noted just before its lane was leased', () => {
    const known = createKnownLanes();
    known.note([lane('a', 2)]);
    known.hold(lane('a'));
    known.release(lane('a'), 1);
    expect(names(known.take(() => 8))).toEqual(['a']);
  });

  it('remembers at most 10,000 lanes', () => {
    const known = createKnownLanes();
    known.note(Array.from({ length: 10_100 }, (_, index) => lane(`${index}`)));
    let taken = 0;
    for (let some = known.take(() => 256).length; some > 0; some = known.take(() => 256).length) {
      taken += some;
    }
    expect(taken).toBe(10_000);
  });
});
