import type { Language } from '../words/language';
import type { PassageMatch } from '@chat-relay/server/wire/bots';

/** How well the closest passage matched, and how well it would have to, in words. */
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

/** "0.38". Rounded down: 0.499 of 0.5 is not enough. */
export function scoreText(score: number, { locale }: Pick<Language, 'locale'>): string {
  const hundredths = Math.floor(score * 100 + 1e-9) / 100;
  return hundredths.toLocaleString(locale, { minimumFractionDigits: 2 });
}
