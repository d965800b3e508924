/**
 * Finds a message that consists of one word like a canned reply's shortcut. It was meant to insert the reply, and says
 * nothing to a visitor.
 */
export function loneCommand(text: string): string | null {
  return /^\/[^\s/]*$/u.exec(text.trim())?.[0] ?? null;
}
