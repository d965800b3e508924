import { fold } from '../language';
import { LANGUAGES, type Language } from './languages';
import { STOP_WORDS_OF } from './stop-words';

/** More tells no more. */
const READ_CHARS = 2_000;
/** So many words of a language must be there, and so many more than of any other. */
const LEAST = 2;
const ADVANTAGE = 1.2;

/** The language that a text is in, by the articles, pronouns and question words that every text has; null: uncertain. */
export function detectLanguage(text: string): Language | null {
  const words = text.slice(0, READ_CHARS).match(/[\p{L}\p{M}]+/gu) ?? [];
  const folded = words.map(fold);
  const counts = LANGUAGES.map((language) => ({
    language,
    count: folded.filter((word) => STOP_WORDS_OF[language].has(word)).length,
  })).toSorted((a, b) => b.count - a.count);
  const [best, second] = counts;
  if (!best || best.count < LEAST) return null;
  return best.count >= (second?.count ?? 0) * ADVANTAGE ? best.language : null;
}
