import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NodeSign } from '../../../src/conversations/live/node-register';
import { createRollCall } from '../../../src/conversations/live/roll-call';

const SECOND = 1_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const sign = (beats: number, more: Partial<NodeSign> = {}): NodeSign => ({
  node_id: 'b',
  redis_run_id: 'one',
  beats,
  publishes: 1,
  ...more,
});

/** The problems after each second. In it, node B's row says `signs`, and B's beats have arrived up to `heard`. */
function call(signs: readonly (NodeSign | null)[], heard: readonly number[], ownRunId = 'one') {
  const rollCall = createRollCall();
  return signs.map((said, second) => {
    const beats = heard[second];
    if (beats !== undefined) rollCall.heard('b', beats);
    rollCall.compare(said ? [said] : [], ownRunId);
    vi.advanceTimersByTime(SECOND);
    return rollCall.problem();
  });
}

it('finds nothing while each beat that a node counts is heard, or is on its way', () => {
  expect(
    call(
      [1, 2, 3, 4, 5].map((beats) => sign(beats)),
      [0, 1, 2, 3, 4],
    ),
  ).toEqual(Array(5).fill(null));
});

it('finds that a live node is not heard after two beats', () => {
  expect(
    call(
      [7, 8, 9, 10].map((beats) => sign(beats)),
      [],
    ),
  ).toEqual([null, null, 'node b is not heard', 'node b is not heard']);
});

it('hears a node again after the beats that were lost', () => {
  const problems = call(
    [7, 8, 9, 10].map((beats) => sign(beats)),
    [7, 7, 7, 10],
  );
  expect(problems).toEqual([null, null, 'node b is not heard', null]);
});

it('takes no absence for a sign: of a node that was killed, paused, or has left', () => {
  const killed = Array.from({ length: 15 }, () => sign(9));
  expect(call([sign(8), ...killed], [8, 8])).toEqual(Array(16).fill(null));
  expect(call([sign(8), sign(8), sign(9), null], [8, 8, 8])).toEqual(Array(4).fill(null));
});

it('does not count the beats from before it knew a node', () => {
  expect(call([sign(5_000), sign(5_001)], [])).toEqual([null, null]);
});

it('finds that a live node publishes to another Redis, until 10 s after its last sign', () => {
  const other = { redis_run_id: 'two' };
  const last = Array.from({ length: 11 }, () => sign(3, other));
  const problems = call([sign(1, other), sign(2, other), ...last], [1, 2, 3]);
  expect(problems[0]).toBeNull(); // its row may be old
  expect(problems.slice(1, 12)).toEqual(Array(11).fill('node b publishes to another Redis'));
  expect(problems[12]).not.toBeNull();
});

it('compares no names where one is unknown', () => {
  const unknown = { redis_run_id: null };
  expect(call([sign(1, unknown), sign(2, unknown)], [1, 2])).toEqual([null, null]);
});

it('finds that a live node can not publish', () => {
  const mute = { publishes: 0 };
  expect(call([sign(1), sign(2, mute), sign(3)], [1, 2, 3])).toEqual([
    null,
    "node b can't publish",
    null,
  ]);
});
