import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullJitterMs, reconnectDelayMs, type Loss } from '../src/backoff';

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

test.each<[string, Partial<Loss>, number]>([
  ['the range of one failure after the first loss', {}, 1000],
  ['twice that after the second', { failures: 1 }, 2000],
  ['the window of a drain', { drainWindowMs: 8000 }, 4000],
  ['the window of a hint', { verdict: { kind: 'spread', ms: 6000 } }, 3000],
  ['both when hints repeat', { verdict: { kind: 'spread', ms: 6000 }, failures: 1 }, 4000],
  ['what the relay asks for', { verdict: { kind: 'wait', ms: 30_000 }, failures: 3 }, 30_000],
  ['nothing for the first bad token', { verdict: { kind: 'token' } }, 0],
  ['the usual for the second', { verdict: { kind: 'token' }, failures: 1 }, 2000],
])('waits for %s', (_, loss, delayMs) => {
  const first: Loss = { verdict: { kind: 'retry' }, failures: 0, drainWindowMs: 0 };
  expect(reconnectDelayMs({ ...first, ...loss }, () => 0.5)).toBe(delayMs);
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
