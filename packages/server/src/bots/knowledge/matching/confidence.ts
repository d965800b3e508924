import type { Evidence } from './evidence';

/**
 * How certain it is, 0 to 1, that the best passage answers: a logistic regression over the question set.
 * At 0.5, the default threshold, at most one reply in fifty questions is wrong.
 * @param margin of its fit to that of the best passage under another heading
 */
export function confidenceOf(evidence: Evidence, margin: number): number {
  const { isHeading, covered, together, matched, exact, missing, sought, expected, choice } =
    evidence;
  if (isHeading) return 1;
  const odds =
    3.6 * covered +
    1.8 * together ** 4 +
    2.9 * matched +
    4.5 * Math.min(margin, MOST_MARGIN) +
    3.1 * exact +
    1.3 * sought -
    0.3 * missing -
    (expected === 0 ? UNEXPECTED : 0) -
    (choice.isOpen ? OPEN : 0) -
    choice.stray -
    ODDS_AT_DEFAULT;
  return 1 / (1 + Math.exp(-odds));
}

/** A passage without rivals is no better for it. */
const MOST_MARGIN = 0.4;
/** No amount for a price, no period for a time: chosen by hand, the set has few such questions. */
const UNEXPECTED = 1.8;
/** Rows of which the question names none: it asks for another one. */
const OPEN = 2;
const ODDS_AT_DEFAULT = 11.6;
