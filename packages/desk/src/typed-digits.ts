/** Finds the digits of a typed or pasted text, and converts those of other scripts to ASCII: `１２３`, `١٢٣`. */
export function typedDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\P{Nd}/gu, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit);
}

/** Converts a digit to ASCII. Unicode lists the digits of a script in a row from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
