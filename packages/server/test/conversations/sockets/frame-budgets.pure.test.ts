import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenBucket } from '../../../src/conversations/sockets/frame-budgets';

const takeMany = (bucket: TokenBucket, count: number, now: number): number =>
  Array.from({ length: count }, () => bucket.take(now)).filter(Boolean).length;

describe('a token bucket of 5 a second and a burst of 20', () => {
  it('lets a burst through at once and no more', () => {
    expect(takeMany(new TokenBucket(5, 20, 0), 30, 0)).toBe(20);
  });

  it('fills a token bucket again with time, up to its burst', () => {
    const bucket = new TokenBucket(5, 20, 0);
    takeMany(bucket, 20, 0);
    expect(takeMany(bucket, 9, 1_000)).toBe(5);
    expect(takeMany(bucket, 30, 3_600_000)).toBe(20);
  });

  it('tells how long until the next frame passes', () => {
    const bucket = new TokenBucket(5, 20, 0);
    takeMany(bucket, 20, 0);
    expect(bucket.take(50)).toBe(false);
    expect(bucket.waitMs()).toBe(150);
    expect(bucket.take(199)).toBe(false);
    expect(bucket.take(200)).toBe(true);
  });

  it('asks for no wait while tokens are left', () => {
    expect(new TokenBucket(5, 20, 0).waitMs()).toBe(0);
  });

  it('adds no tokens when the clock is set back', () => {
    const bucket = new TokenBucket(5, 1, 10_000);
    expect(bucket.take(10_000)).toBe(true);
    expect(bucket.take(0)).toBe(false);
    expect(bucket.take(100)).toBe(false);
    expect(bucket.take(200)).toBe(true);
  });

  it('never lets more through than burst and rate allow', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 700 }), { maxLength: 200 }), (gaps) => {
        const bucket = new TokenBucket(5, 20, 0);
        let now = 0;
        let passed = 0;
        for (const gap of gaps) {
          now += gap;
          if (bucket.take(now)) passed++;
          expect(passed).toBeLessThanOrEqual(20 + (now / 1_000) * 5);
        }
      }),
    );
  });
});
