/** Finds a message of one word that looks like a canned reply's shortcut, which was not meant for the visitor. */
export function loneCommand(text: string): string | null {
  return /^\/[^\s/]*$/u.exec(text.trim())?.[0] ?? null;
}
