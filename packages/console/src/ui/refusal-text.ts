import { RefusalError } from '../api/refusal';
import { knownText } from '../words/known-text';
import { isWhole, type BaseLanguage } from '../words/language';

/** Words for a failed request. A conflict has its own for each route. */
export function refusalText(error: unknown, language: BaseLanguage): string {
  const { words, format } = language;
  if (!(error instanceof RefusalError)) return words.refusals.unreachable;
  const { code, route, retryAfterS } = error;
  const isConflict = code === 'state_conflict' && isWhole(language);
  const text =
    (isConflict ? knownText(language.words.conflicts, route) : undefined) ??
    knownText(words.refusals, code) ??
    words.refusals.unknown;
  return retryAfterS === null ? text : `${text} ${words.retryIn(format.duration(retryAfterS))}`;
}
