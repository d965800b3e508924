/** Where an axis of seconds may end: what people say, up to a day. */
const SECONDS = [
  1, 5, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200,
];
const DAY_S = 86_400;

/** The end of an axis that holds counts up to `most`: one figure, and noughts. */
export function endOfCounts(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return unit * Math.max(1, Math.ceil(most / unit));
}

/** The same for seconds. */
export const endOfSeconds = (most: number): number =>
  SECONDS.find((end) => most <= end) ?? Math.ceil(most / DAY_S) * DAY_S;
