/** A character that JSON writes as six, one that HTML writes as four, lines, and what takes four bytes. */
const AWKWARD = '\u0001<&\r\n\u{1F600}"';

/** So many characters, as people count. */
export function longText(characters: number): string {
  return Array.from(AWKWARD.repeat(characters)).slice(0, characters).join('');
}

/** Nearly as long as a message may be. */
export const LONG_TEXT = longText(3_990);

/** What a page may say about its visitor: 64 keys, 8 KiB. */
export const PAGE_METADATA = JSON.stringify(keysOf(64, 100));
/** The same, of a visitor that the tenant knows. */
export const VISITOR_ATTRIBUTES = JSON.stringify(keysOf(60, 50));

export function keysOf(count: number, characters: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`key${n}`, 'é'.repeat(characters / 2)]),
  );
}
