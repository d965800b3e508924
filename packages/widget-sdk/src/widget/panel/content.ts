/** Halves of surrogate pairs the relay refuses, and JSON makes six bytes of each control character. */
const UNSENDABLE = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;
const BLANK_LINES_BEFORE = /^(?:[^\S\n]*\n)+/;

/** What is sent of what was typed. A first line keeps the blanks it is indented by. */
export function toContent(typed: string): string {
  return typed.replace(UNSENDABLE, '').replace(BLANK_LINES_BEFORE, '').trimEnd();
}
