import { ENGLISH_WORDS, FRENCH_WORDS } from '../language-stop-words';
import { wordsOf } from '../language';

const MIN_WORDS = 6;
const WORDS = { fr: FRENCH_WORDS, en: ENGLISH_WORDS };
type Known = keyof typeof WORDS;

/**
 * Whether a text is clearly in neither the visitor's language nor that of the question. Only French and English are
 * recognised, by their most frequent words: for a visitor with another language, every text is accepted.
 */
export function isInOtherLanguage(
  text: string,
  locales: readonly string[],
  question: string,
): boolean {
  const accepted = new Set(locales.map((locale) => locale.toLowerCase().slice(0, 2)));
  const asked = recognised(question);
  if (asked) accepted.add(asked);
  if (![...accepted].every((one) => one in WORDS)) return false;
  const words = wordsOf(text).map((word) => word.text);
  if (words.length < MIN_WORDS) return false;
  const count = (language: string): number =>
    words.filter((word) => WORDS[language as Known].has(word)).length;
  const own = Math.max(...[...accepted].map(count));
  const others = (Object.keys(WORDS) as Known[]).filter((one) => !accepted.has(one)).map(count);
  return own === 0 || Math.max(0, ...others) > own;
}

function recognised(text: string): Known | null {
  const words = wordsOf(text).map((word) => word.text);
  const [fr, en] = [FRENCH_WORDS, ENGLISH_WORDS].map(
    (known) => words.filter((word) => known.has(word)).length,
  ) as [number, number];
  if (fr === en) return null;
  return fr > en ? 'fr' : 'en';
}
