import { Refusal } from '../api/refusal';
import { knownText } from '../words/known-text';
import type { BaseLanguage } from '../words/language';

/** What is said to a person about a request that failed; some codes have words for one route. */
export function refusalText(error: unknown, { words, format }: BaseLanguage): string {
  if (!(error instanceof Refusal)) return words.refusals.unreachable;
  const text =
    knownText(words.refusals, `${error.code} ${error.route}`) ??
    knownText(words.refusals, error.code) ??
    words.refusals.unknown;
  const { retryAfterS } = error;
  return retryAfterS === null ? text : `${text} ${words.retryIn(format.duration(retryAfterS))}`;
}
