/** The relay refuses lone surrogates, and JSON makes six bytes of each control character. */
const UNSENDABLE = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;
const BLANK_LINES_BEFORE = /^(?:[^\S\n]*\n)+/;

/** The text to send. Spaces at the beginning of the first line stay. */
export function toContent(typed: string): string {
  return typed.replace(UNSENDABLE, '').replace(BLANK_LINES_BEFORE, '').trimEnd();
}
