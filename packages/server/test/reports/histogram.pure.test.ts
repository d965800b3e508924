import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDuration, percentile, type Histogram } from '../../src/reports/histogram';

function histogramOf(durations: readonly number[]): Histogram {
  const histogram: Histogram = new Map();
  for (const ms of durations) addDuration(histogram, ms);
  return histogram;
}

it('gives percentiles within 10 % or 0.1 s of the measured value', () => {
  const duration = fc.oneof(
    fc.integer({ min: 0, max: 1_000 }),
    fc.integer({ min: 0, max: 100_000 }),
    fc.integer({ min: 0, max: 90 * 24 * 3_600_000 }),
  );
  fc.assert(
    fc.property(
      fc.array(duration, { minLength: 1, maxLength: 50 }),
      fc.constantFrom(0.5, 0.9),
      (durations, share) => {
        const sorted = durations.toSorted((a, b) => a - b);
        const exact = (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN) / 1_000;
        const value = percentile(histogramOf(durations), share) ?? Infinity;
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(Math.max(0.1, exact / 10));
      },
    ),
    { numRuns: 2_000 },
  );
});

it('has no percentile where nothing was measured', () => {
  expect(percentile(histogramOf([]), 0.5)).toBeNull();
});

it('keeps the classes that are stored', () => {
  const classOf = (ms: number) => [...histogramOf([ms]).keys()][0];
  expect([0, 99, 100, 1_000, 60_000, 3_600_000, 86_400_000].map(classOf)).toEqual([
    0, 0, 1, 25, 68, 111, 144,
  ]);
});
