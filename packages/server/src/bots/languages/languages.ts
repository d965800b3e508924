import { stemmer as stemArabic } from '@orama/stemmers/arabic';
import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemFrench } from '@orama/stemmers/french';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemItalian } from '@orama/stemmers/italian';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as stemSpanish } from '@orama/stemmers/spanish';

const STEMMERS = {
  fr: stemFrench,
  en: stemEnglish,
  de: stemGerman,
  es: stemSpanish,
  it: stemItalian,
  pt: stemPortuguese,
  nl: stemDutch,
  ar: stemArabic,
};

/** A language whose words the bot knows. */
export type Language = keyof typeof STEMMERS;

export const LANGUAGES = Object.keys(STEMMERS) as readonly Language[];

/** The language of a locale; null for one that the bot does not know. */
export function knownLanguage(locale: string): Language | null {
  const [language = ''] = locale.toLowerCase().split(/[-_]/);
  return Object.hasOwn(STEMMERS, language) ? (language as Language) : null;
}

/** No word of these languages is longer; the stemmers read a longer one again and again. */
const MAX_STEMMED_CHARS = 40;

/** @param word in lower case, with its accents */
export function stem(language: Language, word: string): string {
  return word.length > MAX_STEMMED_CHARS ? word : STEMMERS[language](word);
}

/** Reads what the bot knows of a language when it is first needed: reading all at the start takes a fifth of a second. */
export function perLanguage<T>(read: (language: Language) => T): (language: Language) => T {
  const known = new Map<Language, T>();
  return (language) => {
    const before = known.get(language);
    if (before !== undefined) return before;
    const value = read(language);
    known.set(language, value);
    return value;
  };
}
