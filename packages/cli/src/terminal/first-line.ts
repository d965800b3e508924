import { truncate } from './columns';
import { sanitiseLine } from './sanitise';

const SHOWN_COLUMNS = 200;

/** Returns the first line of a foreign text that is not blank, sanitised and shortened; empty if there is none. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n\u2028\u2029]+/).find((each) => each.trim() !== '') ?? '';
  return truncate(sanitiseLine(line.trim()), SHOWN_COLUMNS);
}
