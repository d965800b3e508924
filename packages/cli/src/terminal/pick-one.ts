import { EXIT, ExitError } from '../errors';
import { sanitiseLine } from './sanitise';
import { nameKey } from './typed-name';

/** A kind of objects that are named on the command line, with the words for messages about it. */
export interface Kind<Item> {
  /** The noun in the singular and the plural, such as `tenant` and `tenants`. */
  noun: readonly [one: string, many: string];
  /** The word for what people type, such as `name` or `address`. */
  label: string;
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Advice if none is found. */
  hint: string;
}

const MOST_LISTED = 10;

/**
 * Finds the item with exactly this id, else the one with exactly this name, else the only one with this name in any
 * case. All commands use this function.
 * @throws {ExitError} 4 with the existing names if nothing matches, 2 with the candidates if several do
 */
export function pickOne<Item>(items: readonly Item[], wanted: string, kind: Kind<Item>): Item {
  const { noun, label, idOf, nameOf, hint } = kind;
  const typed = sanitiseLine(wanted.trim());
  if (isId(wanted)) {
    const found = items.find((item) => idOf(item) === wanted.trim().toLowerCase());
    if (found) return found;
    throw new ExitError(EXIT.refused, `There is no ${noun[0]} with the id ${typed}. ${known()}`);
  }
  const exact = items.filter((item) => exactly(nameOf(item)) === exactly(wanted));
  const similar = items.filter((item) => nameKey(nameOf(item)) === nameKey(wanted));
  const matching = exact.length > 0 ? exact : similar;
  const [found] = matching;
  if (!found) {
    throw new ExitError(
      EXIT.refused,
      `There is no ${noun[0]} with the ${label} “${typed}”. ${known()}`,
    );
  }
  if (matching.length === 1) return found;
  const candidates = matching.map((item) => `${sanitiseLine(nameOf(item))} (${idOf(item)})`);
  throw new ExitError(
    EXIT.usage,
    `Several ${noun[1]} have the ${label} “${typed}”. Give an id: ${listed(candidates)}.`,
  );

  function known(): string {
    if (items.length === 0) return `There are none. ${hint}`;
    const names = listed(items.map((item) => sanitiseLine(nameOf(item))));
    return `There ${items.length === 1 ? 'is' : 'are'}: ${names}. ${hint}`;
  }
}

function exactly(name: string): string {
  return name.trim().normalize('NFC');
}

/** Joins names or ids to choose from, for a message. */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : '';
  return names.slice(0, MOST_LISTED).join(', ') + more;
}

/** True if the text has the form of an id. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text.trim());
}
