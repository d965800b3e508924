import { normalized } from './combining-marks';

/** Whether two names are equal for people. Keyboards type `é` as one code point or two, and add blanks at the ends. */
export function isSameText(one: string, other: string): boolean {
  return composed(one) === composed(other);
}

/** The form in which typed lines are stored. */
export function composed(text: string): string {
  return normalized(text.trim(), 'NFC');
}

/**
 * The digits of a code that a person typed or pasted: full-width and Arabic ones become ASCII; blanks, dashes and
 * invisible characters go. Anything else stays, to be refused.
 */
export function typedDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit);
}

/** Unicode has the digits of a script in a row from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
