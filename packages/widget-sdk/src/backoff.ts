/** A source of randomness in [0, 1), as `Math.random`. */
export type Random = () => number;

const BASE_MS = 1000;
const CAP_MS = 20_000;

/**
 * The delay before attempt `failures` (from 0): full jitter, `random(0, min(20 s, 1 s · 2^n))`.
 * The whole range is drawn from, so that clients cut off together do not come back together.
 */
export function fullJitterMs(failures: number, random: Random = Math.random): number {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** failures);
}

/**
 * The delay when the relay said over what time its clients are to spread. A relay that asks again
 * and again gets the ordinary back-off on top, so that a hint of 0 can't become a hot loop.
 */
export function spreadMs(windowMs: number, failures: number, random: Random = Math.random): number {
  return random() * windowMs + (failures > 0 ? fullJitterMs(failures, random) : 0);
}
