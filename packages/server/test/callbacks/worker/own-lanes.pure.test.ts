import { describe, expect, it } from 'vitest';
import { RESERVED_MS } from '../../../src/callbacks/events/queued-event';
import { createOwnLanes } from '../../../src/callbacks/worker/own-lanes';

const lane = (conversationId: string, sequence = 1, tenantId = 't') => ({
  tenantId,
  conversationId,
  sequence,
});
const names = (lanes: readonly { conversationId: string }[]) =>
  lanes.map(({ conversationId }) => conversationId);

describe('the lanes of a node’s own events', () => {
  it('takes as many lanes of each tenant as have room, the longest waiting first', () => {
    const own = createOwnLanes();
    own.note([lane('a'), lane('b'), lane('c'), lane('x', 1, 'u')]);
    own.note([lane('a', 2)]);
    const roomOf = (tenantId: string) => (tenantId === 't' ? 2 : 5);
    expect(names(own.take(roomOf))).toEqual(['a', 'b', 'x']);
    expect(names(own.take(roomOf))).toEqual(['c']);
    expect(own.take(roomOf)).toEqual([]);
  });

  it('takes at most 256 lanes at once', () => {
    const own = createOwnLanes();
    own.note(Array.from({ length: 300 }, (_, index) => lane(`${index}`, 1, `t${index % 3}`)));
    expect(own.take(() => 200)).toHaveLength(256);
    expect(own.take(() => 200)).toHaveLength(44);
  });

  it('leaves lanes alone that any node may take by now', () => {
    let now = 0;
    const own = createOwnLanes(() => now);
    own.note([lane('a')]);
    now = RESERVED_MS - 1;
    own.note([lane('b')]);
    now = RESERVED_MS;
    expect(names(own.take(() => 8))).toEqual(['b']);
  });

  it('takes a lane again only for an event that came after the last that was sent', () => {
    const own = createOwnLanes();
    for (const id of ['a', 'b', 'c']) own.hold(lane(id));
    own.note([lane('a', 4), lane('b', 5), lane('c', 6)]);
    expect(own.take(() => 8)).toEqual([]);
    own.letGo(lane('a'), 4);
    own.letGo(lane('b'), 4);
    own.letGo(lane('c'), null);
    expect(names(own.take(() => 8))).toEqual(['b']);
  });

  it('counts an event that was noted just before its lane was leased', () => {
    const own = createOwnLanes();
    own.note([lane('a', 2)]);
    own.hold(lane('a'));
    own.letGo(lane('a'), 1);
    expect(names(own.take(() => 8))).toEqual(['a']);
  });

  it('remembers at most 10,000 lanes', () => {
    const own = createOwnLanes();
    own.note(Array.from({ length: 10_100 }, (_, index) => lane(`${index}`)));
    let taken = 0;
    for (let some = own.take(() => 256).length; some > 0; some = own.take(() => 256).length) {
      taken += some;
    }
    expect(taken).toBe(10_000);
  });
});
