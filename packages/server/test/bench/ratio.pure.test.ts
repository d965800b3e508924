import { describe, expect, it } from 'vitest';
import { ratioOf } from '../../../lab/bench/paired/ratio';

describe('the ratio of two builds', () => {
  it('computes the ratio as the geometric mean of its pairs', () => {
    const { ratio } = ratioOf([
      { own: 4, other: 2 },
      { own: 1, other: 2 },
      { own: 3, other: 1 },
      { own: 3, other: 1 },
    ]);
    expect(ratio).toBeCloseTo(Math.sqrt(3));
  });

  it('computes the ratio’s bounds by Student’s t', () => {
    // The logarithms are 1 and -1 in turn, and t is 2.1314 for 15 degrees of freedom.
    const pairs = Array.from({ length: 16 }, (_, index) => ({
      own: index % 2 === 0 ? Math.E : 1 / Math.E,
      other: 1,
    }));
    const { low, high } = ratioOf(pairs);
    const margin = 2.1314 * Math.sqrt(16 / 15 / 16);
    expect(Math.log(high)).toBeCloseTo(margin, 3);
    expect(Math.log(low)).toBeCloseTo(-margin, 3);
  });
});
