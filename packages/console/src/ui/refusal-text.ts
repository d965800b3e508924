import { Refusal } from '../api/refusal';
import type { BaseLanguage } from '../words/language';

/** What is said to a person about a request that failed. */
export function refusalText(error: unknown, { words, format }: BaseLanguage): string {
  if (!(error instanceof Refusal)) return words.refusals.unreachable;
  // Read as a code that is known; a later relay may have others.
  const known: string | undefined = words.refusals[error.code as 'unknown'];
  const text = known ?? words.refusals.unknown;
  const { retryAfterS } = error;
  return retryAfterS === null ? text : `${text} ${words.retryIn(format.duration(retryAfterS))}`;
}
