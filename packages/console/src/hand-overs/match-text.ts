import type { Language } from '../words/language';
import type { PassageMatch } from '@chat-relay/server/wire/bots';

/** States how well the closest passage matched, and the minimum. */
export function matchText(
  match: Pick<PassageMatch, 'confidence'> | null | undefined,
  threshold: number,
  language: Language,
): string {
  const { handOvers } = language.words;
  if (!match) return handOvers.nothingClose;
  const [matched, needed] = [scoreText(match.confidence, language), scoreText(threshold, language)];
  return match.confidence < threshold
    ? handOvers.matched(matched, needed)
    : handOvers.matchedEnough(matched, needed);
}

/** Formats a score such as "0.38". It is rounded down, because 0.499 does not reach a minimum of 0.5. */
export function scoreText(score: number, { locale }: Pick<Language, 'locale'>): string {
  const hundredths = Math.floor(score * 100 + 1e-9) / 100;
  return hundredths.toLocaleString(locale, { minimumFractionDigits: 2 });
}
