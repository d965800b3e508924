import { EXIT, ExitError } from '../errors';
import { sanitiseLine } from './sanitise';
import { nameKey } from './typed-name';

/** How to find an item of a list by its id or by its name. */
interface Naming<Item> {
  idOf: (item: Item) => string;
  /** Compared without regard to case. */
  nameOf: (item: Item) => string;
  /** The message if nothing matches. */
  unknown: string;
  /** The message before the ids if several items match. */
  ambiguous: string;
}

/** The matching item. @throws {ExitError} 4 when there is none, 2 when there are several */
export function pickOne<Item>(
  items: readonly Item[],
  wanted: string,
  { idOf, nameOf, unknown, ambiguous }: Naming<Item>,
): Item {
  const keyOf = isId(wanted) ? idOf : nameOf;
  const key = nameKey(wanted);
  const matching = items.filter((item) => nameKey(keyOf(item)) === key);
  const [found] = matching;
  if (!found) throw new ExitError(EXIT.refused, unknown);
  if (matching.length === 1) return found;
  throw new ExitError(EXIT.usage, `${ambiguous}. Give an id: ${listed(matching.map(idOf))}.`);
}

const MOST_LISTED = 5;

/** Ids to choose from, for a message. */
export function listed(ids: readonly string[]): string {
  const more = ids.length > MOST_LISTED ? ' …' : '';
  return ids.slice(0, MOST_LISTED).map(sanitiseLine).join(', ') + more;
}

/** Whether the text has the form of an id. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
