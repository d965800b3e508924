import { DAY, SECOND } from '../platform/clock';

/** How many durations fell into which class. Classes without any are left out. */
export type Histogram = Map<number, number>;

/** Each class is a tenth longer than the one before. Stored rows depend on this: it never changes. */
const FIRST_MS = SECOND / 10;
const GROWTH = 1.1;
const LONGEST_MS = 100 * DAY;

/** Where classes end: class 0 is shorter than the first of these. */
const BOUNDS_MS: readonly number[] = Array.from(
  { length: Math.ceil(Math.log(LONGEST_MS / FIRST_MS) / Math.log(GROWTH)) },
  (_, index) => Math.round(FIRST_MS * GROWTH ** index),
);

export function addDuration(histogram: Histogram, ms: number): void {
  const next = BOUNDS_MS.findIndex((bound) => ms < bound);
  const index = next === -1 ? BOUNDS_MS.length : next;
  histogram.set(index, (histogram.get(index) ?? 0) + 1);
}

/**
 * The duration that `share` of all (0 to 1) do not exceed, in seconds: at most 10 % from the measured one, or
 * 0.1 s. Null: nothing was measured.
 */
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
