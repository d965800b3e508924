/** A row of digits, also in groups of three, with a decimal part or with points and commas in any way. */
export const NUMBER = String.raw`(?:\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*)`;

/** `1 234,50` and `1,234.5` are one value. A single `1,234` is read as thousands, `1,5` as a decimal. */
export function valueOf(text: string): string {
  const digits = text.replaceAll(/[ '’]/gu, '');
  const marks = digits.match(/[.,]/gu) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return trimmed(digits, '');
  const isMixed = new Set(marks).size > 1;
  const [whole = '', ...parts] = digits.split(/[.,]/u);
  const tail = parts.at(-1) ?? '';
  const isGrouped =
    parts.every((part) => part.length === 3) && whole.length <= 3 && !whole.startsWith('0');
  if (isMixed) {
    const isOnce = marks.filter((mark) => mark === last).length === 1;
    const before = digits.slice(0, digits.lastIndexOf(last));
    return isOnce ? trimmed(before.replaceAll(/[.,]/gu, ''), tail) : digits;
  }
  if (isGrouped) return trimmed(digits.replaceAll(/[.,]/gu, ''), '');
  return marks.length === 1 ? trimmed(whole, tail) : digits; // a version, an address
}

/** `1.5` times a thousand, without the noise of floating point. */
export function scaled(value: string, scale: number): string {
  return scale === 1 ? value : String(Number((Number(value) * scale).toPrecision(15)));
}

function trimmed(whole: string, decimals: string): string {
  let end = decimals.length;
  while (decimals.charAt(end - 1) === '0') end--;
  let start = 0;
  while (start < whole.length - 1 && whole.charAt(start) === '0') start++;
  const digits = whole.slice(start);
  return end === 0 ? digits : `${digits}.${decimals.slice(0, end)}`;
}
