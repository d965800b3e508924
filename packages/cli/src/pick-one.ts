import { EXIT, ExitError } from './errors';

/** How one of a list is told by an id, or by what people call it. */
interface Naming<Item> {
  idOf: (item: Item) => string;
  /** Compared without regard to case. */
  nameOf: (item: Item) => string;
  /** What to say where there is none. */
  unknown: string;
  /** What to say where several have that name. */
  ambiguous: string;
}

/** The one that is meant. @throws {ExitError} 4 when there is none, 2 when there are several */
export function pickOne<Item>(
  items: readonly Item[],
  wanted: string,
  { idOf, nameOf, unknown, ambiguous }: Naming<Item>,
): Item {
  const keyOf = isId(wanted) ? idOf : nameOf;
  const key = wanted.trim().toLowerCase();
  const [found, another] = items.filter((item) => keyOf(item).toLowerCase() === key);
  if (another) throw new ExitError(EXIT.usage, ambiguous);
  if (found) return found;
  throw new ExitError(EXIT.refused, unknown);
}

/** Whether it can be an id and no name. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
