const BASE_MS = 1_000;
const CAP_MS = 20_000;

/**
 * The delay before another attempt after `failures` (from 0): full jitter, so that operators who
 * were cut off together do not come back together.
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** failures);
}
