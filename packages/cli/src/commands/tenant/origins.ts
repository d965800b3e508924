import { EXIT, ExitError } from '../../errors';
import { listDiff, missingFrom } from '../../terminal/list-diff';
import { sanitiseLine } from '../../terminal/sanitise';

/** How a list of origins is to change: all of them, or single ones. */
export interface OriginsChange {
  replace?: readonly string[] | undefined;
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}

/**
 * The new list. What the relay writes in another way (capitals, a default port) is the same origin here too.
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

/** The origins of the first list that the second one lacks. */
export const missingOrigins = (origins: readonly string[], others: readonly string[]): string[] =>
  missingFrom(origins, others, keyOf);

/** Both lists as lines: what goes has a minus, what comes a plus. */
export const originsDiff = (before: readonly string[], after: readonly string[]): string =>
  listDiff(before, after, keyOf);

function unique(origins: readonly string[]): string[] {
  return [
    ...new Map(origins.toReversed().map((origin) => [keyOf(origin), origin])).values(),
  ].toReversed();
}

/** Not every text is an origin: the relay says what is wrong with the others. */
function keyOf(origin: string): string {
  return /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).origin : origin;
}
