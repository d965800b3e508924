import { expect, it } from 'vitest';
import { nextBatchSize } from '../../../src/platform/storage/batch-erasure';

/** The sizes after transactions that took this long each. */
function sizesAfter(size: number, ...tookMs: number[]): number[] {
  return tookMs.map((ms) => (size = nextBatchSize(size, ms)));
}

it('makes batches larger slowly, and up to 500 rows', () => {
  expect(sizesAfter(20, 1, 1, 1)).toEqual([25, 31, 38]);
  expect(sizesAfter(450, 1, 1)).toEqual([500, 500]);
});

it('makes a batch that took too long smaller at once, by as much as it was late', () => {
  expect(sizesAfter(400, 60)).toEqual([100]);
  expect(sizesAfter(400, 3_000, 3_000)).toEqual([20, 20]);
});

it('keeps the size of a batch that took as long as it may', () => {
  expect(sizesAfter(100, 10, 15)).toEqual([100, 100]);
});
