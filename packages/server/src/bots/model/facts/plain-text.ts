/** Characters that look like a full stop to a reader, and that browsers take for one in a host. */
const DOTS = /[\u3002\uFF0E\uFF61\u2024\uFE52]/gu;
const MIDDLE_DOT = /(?<=\p{L})[·・•‧∙⋅](?=\p{L})/gu;
const MARKUP = /<!--[^<>]{0,200}-->|<\/?[a-z]{1,10}>|\*+|`+|~~|(?<=\d)_+(?=\d)/giu;
/** An account's number, in groups of four. */
const IBAN = /\b[a-z]{2}\d{2}(?: ?[a-z]{4})?(?: ?\d{4}){2,7}(?: ?\d{1,3}(?!\d))?\b/gu;
const MINUS = /[\u2212\u2796\uFE63\uFF0D]/gu;
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const UNIT_POWER = /(?<=\p{L})[²³]/gu;
const POWER = /[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu;
/** A number that is no row of digits: a fraction, a circled or a Roman one. */
const OTHER_NUMBER = /[\p{No}\p{Nl}]/gu;

/** The text as a reader sees it: one form of each character, digits of every script as 0 to 9, nothing invisible. */
export function visibleText(text: string): string {
  return text
    .replaceAll(UNIT_POWER, (power) => (power === '²' ? '2' : '3'))
    .replaceAll(
      POWER,
      (powers) => `^${Array.from(powers, (one) => SUPERSCRIPT.indexOf(one)).join('')}`,
    )
    .replaceAll(OTHER_NUMBER, readableNumber)
    .replaceAll(DOTS, '.')
    .replaceAll(MIDDLE_DOT, '.')
    .replaceAll(MINUS, '-')
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\u20E3]/gu, '')
    .replaceAll(MARKUP, '')
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(/[^\S\n]+/gu, ' ');
}

/** Lower case without accents. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(IBAN, (account) => account.replaceAll(' ', ''));
}

/** A fraction is kept apart from the digits before it: `2½` is not 21⁄2. */
function readableNumber(character: string): string {
  const plain = character.normalize('NFKC');
  const [above, below] = plain.split('⁄');
  if (below === undefined) return /\d/u.test(plain) ? plain.replaceAll(/[^\d]/gu, '') : plain;
  const value = Number(above === '' ? 1 : above) / Number(below === '' ? 1 : below);
  return ` and ${String(Number(value.toFixed(4)))}`;
}

/** Unicode has the digits of a script in a row. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  if (point < 0x80) return digit;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return String(value);
}
