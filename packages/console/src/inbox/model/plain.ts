// C0, C1, DEL and line breaks; and what turns the direction of a text around.
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]+/gu;

/**
 * A stranger's text for one line: a title, a notification, a row. Nothing in it can reach beyond
 * its own place.
 * @param most characters (code points) that are kept
 */
export function plainLine(text: string, most = 140): string {
  const line = text
    .slice(0, most * 4)
    .replace(UNSEEN, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
