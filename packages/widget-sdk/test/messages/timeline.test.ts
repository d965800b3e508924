import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptyTimeline,
  hasGap,
  merge,
  prepend,
  resume,
  type Timeline,
} from '../../src/messages/timeline';

interface Line {
  seq: number;
}
const line = (seq: number): Line => ({ seq });
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const seqs = (timeline: Timeline<Line>) => timeline.messages.map(({ seq }) => seq);
const page = (from: number, to: number) => prepend<Line>(emptyTimeline(), lines(from, to));

test('begins with the last page of history', () => {
  expect(page(51, 60)).toMatchObject({ base: 50, cursor: 60 });
  expect(hasGap(page(51, 60))).toBe(false);
  expect(prepend<Line>(emptyTimeline(), [])).toMatchObject({ base: 0, cursor: 0 });
});

test('lists what lies beyond a gap, and keeps the cursor before it', () => {
  const timeline = merge<Line>(emptyTimeline(), [line(1), line(2), line(5)]);
  expect(timeline.cursor).toBe(2);
  expect(hasGap(timeline)).toBe(true);
  expect(seqs(timeline)).toEqual([1, 2, 5]);
  const mended = merge(timeline, [line(4), line(3)]);
  expect(mended.cursor).toBe(5);
  expect(hasGap(mended)).toBe(false);
});

test('gives the same timeline back when nothing is new', () => {
  const timeline = page(51, 60);
  expect(merge(timeline, [line(60), line(51), line(3)])).toBe(timeline);
});

test('keeps the object of a message it knows', () => {
  const first = line(1);
  const timeline = merge(merge<Line>(emptyTimeline(), [first]), [line(1), line(2)]);
  expect(timeline.messages[0]).toBe(first);
});

test('puts older pages in front until there is no more', () => {
  const timeline = prepend(page(51, 60), lines(1, 50));
  expect(timeline).toMatchObject({ base: 0, cursor: 60 });
  expect(seqs(timeline)).toEqual(lines(1, 60).map(({ seq }) => seq));
});

test('makes history of what a truncated replay leaves out', () => {
  const timeline = resume(page(1, 10), { status: 'truncated', from: 301 });
  expect(timeline).toMatchObject({ base: 300, cursor: 300, messages: [] });
  const before = page(1, 10);
  expect(resume(before, { status: 'truncated', from: 11 })).toBe(before);
});

test('starts over on reset', () => {
  expect(resume(page(1, 10), { status: 'reset', from: null })).toMatchObject({
    cursor: 0,
    messages: [],
  });
  expect(resume(page(1, 10), { status: 'reset', from: 4 }).cursor).toBe(3);
});

test('ends whole, in order and without a double, whatever the frames went through', () => {
  const frames = fc.integer({ min: 1, max: 60 }).chain((last) =>
    fc.record({
      last: fc.constant(last),
      start: fc.integer({ min: 0, max: last }),
      // Lost, doubled and reordered frames: any sequence of what the relay once sent.
      heard: fc.array(fc.array(fc.integer({ min: 1, max: last }), { maxLength: 10 })),
    }),
  );
  fc.assert(
    fc.property(frames, ({ last, start, heard }) => {
      let timeline: Timeline<Line> = start > 0 ? page(1, start) : emptyTimeline();
      for (const batch of heard) timeline = merge(timeline, batch.map(line));
      const unique = new Set(seqs(timeline));
      expect(unique.size).toBe(timeline.messages.length);
      expect(hasGap(timeline)).toBe(timeline.messages.length > timeline.cursor);
      timeline = merge(timeline, lines(timeline.cursor + 1, last)); // the replay
      expect(seqs(timeline)).toEqual(lines(1, last).map(({ seq }) => seq));
      expect(timeline.cursor).toBe(last);
      expect(hasGap(timeline)).toBe(false);
    }),
  );
});
