/** Round ends of an axis in seconds, up to a day. */
const SECONDS = [
  1, 5, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200,
];
const DAY_S = 86_400;

/** The end of an axis for counts up to `most`: a digit followed by zeros. */
export function endOfCounts(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return unit * Math.max(1, Math.ceil(most / unit));
}

/** The end of an axis for up to `most` seconds. */
export const endOfSeconds = (most: number): number =>
  SECONDS.find((end) => most <= end) ?? Math.ceil(most / DAY_S) * DAY_S;
