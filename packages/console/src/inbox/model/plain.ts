// Control characters (C0, C1, DEL, line breaks), and those that change the direction of a text.
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]+/gu;

/**
 * Makes a visitor's text safe for a single line, such as a title, a notification or a row: no character in it can
 * affect the text around it.
 * @param most in characters (code points); the rest is cut
 */
export function plainLine(text: string, most = 140): string {
  const line = text
    .slice(0, most * 4)
    .replace(UNSEEN, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
