/** The longest message, in characters. */
export const MAX_CONTENT_CHARS = 4_000;
/** The longest comment of a rating, in characters. */
export const MAX_COMMENT_CHARS = 1_000;

/**
 * NUL ends a string in too many programs, and half a surrogate pair can't be stored unchanged. Every other
 * character of a message is kept as it was sent.
 */
export const UNSTORABLE = /[\0\p{Cs}]/u;

/** Counted in code points, as people count, not in UTF-16 units. */
export function isTooLong(content: string, max = MAX_CONTENT_CHARS): boolean {
  if (content.length <= max) return false;
  return content.length > max * 2 || Array.from(content).length > max;
}
