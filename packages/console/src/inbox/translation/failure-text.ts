import { RefusalError } from '../../api/refusal';
import { refusalText } from '../../ui/refusal-text';
import { knownText } from '../../words/known-text';
import type { Language } from '../../words/language';

/** Words for a translation that failed. */
export function translationFailure(error: unknown, language: Language): string {
  const reason = error instanceof RefusalError ? error.data['reason'] : undefined;
  const { failures } = language.words.translation;
  const known = typeof reason === 'string' ? knownText(failures, reason) : undefined;
  return known ?? refusalText(error, language);
}
