import { EXIT, ExitError } from '../../errors';
import { listDiff, missingFrom } from '../../terminal/list-diff';
import { sanitiseLine } from '../../terminal/sanitise';

/** A change of a list of origins: a whole new list, or single origins. */
export interface OriginsChange {
  replace?: readonly string[] | undefined;
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}

/**
 * Returns the new list. Origins that the relay would store in the same form (capitals, a default port) are the same.
 * @throws {ExitError} 4 if an origin to remove is not in the list
 */
export function changedOrigins(before: readonly string[], change: OriginsChange): string[] {
  if (change.replace) return unique(change.replace);
  const { add = [], remove = [] } = change;
  const known = new Set(before.map(keyOf));
  const strange = remove.filter((origin) => !known.has(keyOf(origin)));
  if (strange.length > 0) {
    const has =
      before.length === 0 ? 'It has none' : `It has ${before.map(sanitiseLine).join(', ')}`;
    const message = `The tenant has no origin ${strange.map(sanitiseLine).join(', ')}. ${has}. Nothing was changed.`;
    throw new ExitError(EXIT.refused, message);
  }
  const gone = new Set(remove.map(keyOf));
  return unique([...before.filter((origin) => !gone.has(keyOf(origin))), ...add]);
}

/** Returns the origins of the first list that the second one lacks. */
export const missingOrigins = (origins: readonly string[], others: readonly string[]): string[] =>
  missingFrom(origins, others, keyOf);

/** Shows the change as lines: a minus for what is removed, a plus for what is added. */
export const originsDiff = (before: readonly string[], after: readonly string[]): string =>
  listDiff(before, after, keyOf);

function unique(origins: readonly string[]): string[] {
  return [
    ...new Map(origins.toReversed().map((origin) => [keyOf(origin), origin])).values(),
  ].toReversed();
}

/** The form in which origins are compared. Text that is no origin stays as it is, for the relay to refuse. */
function keyOf(origin: string): string {
  return /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).origin : origin;
}
