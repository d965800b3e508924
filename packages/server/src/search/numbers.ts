/**
 * Telephone numbers are written in many ways: `06 12 34 56 78`, `+33 (0)6-12-34-56-78`, `0033612345678`. They are found
 * by their last digits, which are always the same.
 */

/** Digits with at most three blanks, dots, dashes, slashes or brackets between them. */
export const NUMBER = /\d(?:[ .\-/()\u2010-\u2015\u2212]{0,3}\d)+/g;
const MAX_GROUPS = 24;
const LEAST_DIGITS = 7;
/** Length of the indexed end of a number: country codes and the zeros before an area code come earlier. */
const LAST_DIGITS = 8;

/** Ends under which a number is indexed. Each group of digits may be the last: another number may follow. */
export function endingsOf(number: string): string[] {
  const endings: string[] = [];
  let digits = '';
  for (const group of number.split(/\D+/).slice(0, MAX_GROUPS)) {
    digits += group;
    if (digits.length >= LEAST_DIGITS) endings.push(digits.slice(-LAST_DIGITS));
  }
  // Finds the number without its area code, too.
  if (digits.length > LEAST_DIGITS) endings.push(digits.slice(-LEAST_DIGITS));
  return endings;
}

/** Beginnings that match digits of a query: the digits, and the end of a long number. */
export function askedFor(digits: string): readonly [string, ...string[]] {
  return digits.length > LAST_DIGITS ? [digits, digits.slice(-LAST_DIGITS)] : [digits];
}

/** @param digits without separators */
export function isNumber(digits: string): boolean {
  return digits.length >= LEAST_DIGITS;
}
