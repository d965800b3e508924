/**
 * Telephone numbers, which people write in many ways: `06 12 34 56 78`, `+33 (0)6-12-34-56-78`, `0033612345678`. The
 * digits at their ends are the same.
 */

/** Digits with at most three blanks, dots, dashes, slashes or brackets between them. */
export const NUMBER = /\d(?:[ .\-/()\u2010-\u2015\u2212]{0,3}\d)+/g;
const MAX_GROUPS = 24;
const LEAST_DIGITS = 7;
/** Country codes and the zeros before an area code come earlier. */
const LAST_DIGITS = 8;

/** What a number is found by. Another number may follow after a blank, so one can end after each group of digits. */
export function endingsOf(number: string): string[] {
  const endings: string[] = [];
  let digits = '';
  for (const group of number.split(/\D+/).slice(0, MAX_GROUPS)) {
    digits += group;
    if (digits.length >= LEAST_DIGITS) endings.push(digits.slice(-LAST_DIGITS));
  }
  // For a query without the area code.
  if (digits.length > LEAST_DIGITS) endings.push(digits.slice(-LEAST_DIGITS));
  return endings;
}

/** What a query asks for: the digits as they are, or a number with the same end. */
export function askedFor(digits: string): readonly [string, ...string[]] {
  return digits.length > LAST_DIGITS ? [digits, digits.slice(-LAST_DIGITS)] : [digits];
}

/** @param digits without separators */
export function isNumber(digits: string): boolean {
  return digits.length >= LEAST_DIGITS;
}
