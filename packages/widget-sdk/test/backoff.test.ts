import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullJitterMs, spreadMs } from '../src/backoff';

test.each([
  [0, 1000],
  [1, 2000],
  [4, 16_000],
  [5, 20_000],
  [2000, 20_000],
])('after %i failures draws from the whole range up to %i ms', (failures, limit) => {
  expect(fullJitterMs(failures, () => 0)).toBe(0);
  expect(fullJitterMs(failures, () => 0.5)).toBe(limit / 2);
  expect(fullJitterMs(failures, () => 1)).toBe(limit);
});

test('spreads over the window of a first hint, and backs off too when hints repeat', () => {
  expect(spreadMs(8000, 0, () => 0.5)).toBe(4000);
  expect(spreadMs(8000, 1, () => 0.5)).toBe(5000);
});

test('never waits longer than the cap, nor a negative time', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true }), (failures, drawn) => {
      const delay = fullJitterMs(failures, () => drawn);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThan(20_000);
    }),
  );
});
