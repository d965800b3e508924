/** Characters that grow when they are written: as six in JSON, as four in HTML, line breaks, and one of four bytes. */
const AWKWARD = '\u0001<&\r\n\u{1F600}"';

/** A text of this many code points. */
export function longText(characters: number): string {
  return Array.from(AWKWARD.repeat(characters)).slice(0, characters).join('');
}

/** Just below the longest message that is allowed. */
export const LONG_TEXT = longText(3_990);

/** The most that a page may say about its visitor: 64 keys, 8 KiB. */
export const PAGE_METADATA = JSON.stringify(keysOf(64, 100));
/** The most attributes of an identified visitor. */
export const VISITOR_ATTRIBUTES = JSON.stringify(keysOf(60, 50));

export function keysOf(count: number, characters: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`key${n}`, 'é'.repeat(characters / 2)]),
  );
}
