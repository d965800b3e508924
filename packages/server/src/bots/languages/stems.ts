import { fold } from '../language';
import { stem, type Language } from './languages';

/**
 * The stems of a word in lower case: with its accents and without, because visitors leave them out. Without a known
 * language, the word itself.
 */
export function stemsOf(language: Language | null, word: string): readonly string[] {
  const plain = plainWord(language, word);
  if (language === null) return [plain];
  const stems = known.get(language) ?? new Map<string, readonly string[]>();
  const before = stems.get(word);
  if (before) return before;
  const forms = [word, plain];
  // The stemmer takes "livrons" for a noun.
  if (language === 'fr' && VERB_OF_US.test(plain)) forms.push(plain.replace(/ons$/, 'er'));
  const both = [...new Set(forms.map((form) => fold(stem(language, form))))];
  if (stems.size >= MAX_KNOWN) stems.clear();
  known.set(language, stems);
  stems.set(word, both);
  return both;
}

const VERB_OF_US = /^\p{L}{2,}[^i]ons$/u;
const MAX_KNOWN = 20_000;
/** Keeps stems for each language: visitors ask with the same words, and stemming takes far longer than a look-up. */
const known = new Map<Language, Map<string, readonly string[]>>();

/**
 * Without accents; in German as on a keyboard without umlauts, and in Spanish with one letter for what sounds alike:
 * b and v, and no h.
 */
export function plainWord(language: Language | null, word: string): string {
  const plain = fold(word);
  if (language === 'de') return plain.replaceAll(/([aou])e/g, '$1');
  return language === 'es' ? plain.replaceAll('v', 'b').replaceAll(/(?<!c)h/g, '') : plain;
}
