import type { Variable } from '../platform/settings/variable';

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Characters that come along when text is copied from a page or a mail. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const IN_QUOTES = /^(["'`]).*\1$/s;

/** A setting's value in the environment; null if it is unset or blank. */
export function givenText(text: string | undefined, { isVerbatim }: Variable): string | null {
  const trimmed = text?.trim() || null;
  return trimmed !== null && isVerbatim ? text! : trimmed;
}

/** @returns a mistake that is one in any setting, such as an invisible character; null: there is none */
export function typingProblem(text: string): string | null {
  if (CONTROL.test(text)) return 'has a line break or another control character: remove it';
  if (UNSEEN.test(text)) return 'has an invisible character: type it instead of copying it';
  if (IN_QUOTES.test(text)) return 'has quotes around it, which belong to the value: remove them';
  return null;
}
