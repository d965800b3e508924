import { describe, expect, it } from 'vitest';
import { nextDelayMs, retryAfterMs } from '../../../src/callbacks/delivery/retry-schedule';

describe('the retry schedule', () => {
  it('waits longer after each attempt and gives up after the thirteenth', () => {
    const seconds = Array.from({ length: 14 }, (_, i) => {
      const delay = nextDelayMs(i + 1, () => 0.5);
      return delay === null ? null : delay / 1000;
    });
    expect(seconds).toEqual([
      5,
      30,
      120,
      600,
      1800,
      3600,
      7200,
      14_400,
      28_800,
      43_200,
      72_000,
      86_400,
      null,
      null,
    ]);
  });

  it('varies each wait by up to a fifth', () => {
    expect(nextDelayMs(1, () => 0)).toBe(4000);
    expect(nextDelayMs(1, () => 0.999_999_999)).toBe(6000);
    for (let i = 0; i < 1000; i += 1) {
      const delay = nextDelayMs(6)!;
      expect(delay).toBeGreaterThanOrEqual(2_880_000);
      expect(delay).toBeLessThanOrEqual(4_320_000);
    }
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');

  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7000],
    ['999999999999999999999', 3_600_000],
    ['Sat, 21 Nov 2026 10:02:00 GMT', 120_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Sun, 22 Nov 2026 10:00:00 GMT', 3_600_000],
    [undefined, null],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026-11-21T10:02:00Z', null],
    ['Sat, 99 Nov 2026 10:02:00 GMT', null],
  ])('reads Retry-After %j as %j ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
