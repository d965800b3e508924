/** What somebody may write in one message, in characters. */
export const MAX_CONTENT_CHARS = 4_000;

/** Counted as people count them, in code points; not in UTF-16 units. */
export function isTooLong(content: string): boolean {
  if (content.length <= MAX_CONTENT_CHARS) return false;
  return content.length > MAX_CONTENT_CHARS * 2 || Array.from(content).length > MAX_CONTENT_CHARS;
}
