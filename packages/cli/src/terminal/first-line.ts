import { truncate } from './columns';
import { sanitiseLine } from './sanitise';

const SHOWN_COLUMNS = 200;

/** The first line of a text from elsewhere that says something, made harmless and not too long; empty without one. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n\u2028\u2029]+/).find((each) => each.trim() !== '') ?? '';
  return truncate(sanitiseLine(line.trim()), SHOWN_COLUMNS);
}
