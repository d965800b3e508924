import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullJitterMs, reconnectDelayMs } from '../../src/connection/backoff';
import { ChatError, networkError, type ChatErrorCode } from '../../src/errors';

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

const asked = (code: ChatErrorCode, retryAfterMs?: number) => new ChatError(code, { retryAfterMs });

test.each([
  ['the range of one failure after the first loss', networkError(), 0, 0, 1000],
  ['twice that after the second', networkError(), 1, 0, 2000],
  ['a moment of the time to spread over', networkError(), 0, 6000, 3000],
  ['both when the relay asks again and again', networkError(), 1, 6000, 4000],
  ['no longer than five minutes, whatever it asks', networkError(), 0, 9e9, 150_000],
  ['what the relay asks for', asked('rate_limited', 30_000), 3, 0, 30_000],
  ['no longer than five minutes for that, either', asked('overloaded', 9e9), 0, 0, 300_000],
  ['nothing for the first bad token', asked('token_invalid'), 0, 0, 0],
  ['nothing for the first lost session', asked('session_expired'), 0, 0, 0],
  ['the usual for the second', asked('token_invalid'), 1, 0, 2000],
])('waits for %s', (_, error, failures, spreadMs, delayMs) => {
  expect(reconnectDelayMs(error, failures, spreadMs, () => 0.5)).toBe(delayMs);
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
