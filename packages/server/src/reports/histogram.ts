import { DAY, SECOND } from '../platform/clock';

/** Number of durations by the index of their class. Empty classes have no entry. */
export type Histogram = Map<number, number>;

/** Each class is 10 % longer than the one before. Never change these values: stored rows contain class indexes. */
const FIRST_MS = SECOND / 10;
const GROWTH = 1.1;
const LONGEST_MS = 100 * DAY;

/** Upper bounds of the classes: class 0 holds durations below the first bound. */
const BOUNDS_MS: readonly number[] = Array.from(
  { length: Math.ceil(Math.log(LONGEST_MS / FIRST_MS) / Math.log(GROWTH)) },
  (_, index) => Math.round(FIRST_MS * GROWTH ** index),
);

export function addDuration(histogram: Histogram, ms: number): void {
  const next = BOUNDS_MS.findIndex((bound) => ms < bound);
  const index = next === -1 ? BOUNDS_MS.length : next;
  histogram.set(index, (histogram.get(index) ?? 0) + 1);
}

/** In seconds: duration that `share` (0 to 1) of all don't exceed, accurate to 10 % or 0.1 s. Null: none measured. */
export function percentile(histogram: Histogram, share: number): number | null {
  let total = 0;
  for (const count of histogram.values()) total += count;
  if (total === 0) return null;
  let left = Math.ceil(share * total);
  for (const [index, count] of [...histogram].toSorted(([a], [b]) => a - b)) {
    left -= count;
    if (left <= 0) return rounded(middleMs(index) / SECOND);
  }
  return null;
}

function middleMs(index: number): number {
  const upper = BOUNDS_MS[index] ?? LONGEST_MS;
  const lower = BOUNDS_MS[index - 1];
  return lower === undefined ? upper / 2 : Math.sqrt(lower * upper);
}

function rounded(seconds: number): number {
  return seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
}
