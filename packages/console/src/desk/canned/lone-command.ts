/**
 * The only word of an answer, if it looks like the shortcut of a canned reply: it was typed for the reply and
 * means nothing to a visitor.
 */
export function loneCommand(text: string): string | null {
  return /^\/[^\s/]*$/u.exec(text.trim())?.[0] ?? null;
}
