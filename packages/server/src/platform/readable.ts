/** The longest name of a person, a tenant or a workspace, in characters. */
export const MAX_NAME_CHARS = 80;

/** Control characters, bidi controls, line separators and halves of surrogate pairs. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;
/** A text without any visible character. */
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/** Matches a text that no title may be. */
export const UNREADABLE = new RegExp(`${FORBIDDEN.source}|${BLANK.source}`, 'u');

export function isReadable(text: string): boolean {
  return !UNREADABLE.test(text);
}

/** Replaces forbidden characters by spaces, for a title that is repaired instead of refused. */
export function withoutUnreadable(text: string): string {
  return text.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim();
}
