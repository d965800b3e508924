import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { fold } from '../language';
import { ENGLISH_WORDS, FRENCH_WORDS } from '../language-stop-words';
import { EVERYDAY_WORDS } from './everyday-words';
import { LANGUAGES, perLanguage, type Language } from './languages';
import { POLITE_WORDS } from './polite-words';
import { plainWord } from './stems';
import { isMisspelt } from './typing-errors';

const LISTED: Readonly<Record<Language, readonly string[]>> = {
  fr: french,
  en: english,
  de: german,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ar: arabic,
};
/** Words of the Spanish list that are subjects of questions. */
const KEPT = new Set(
  'cuenta dia dias horas tiempo pais parte valor tarde uso usar general total lugar trabajo'.split(
    ' ',
  ),
);

/** Lists the words, each in every spelling that a term may have. */
const wordsIn = (language: Language, list: string): string[] =>
  list
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => [fold(word), plainWord(language, word)]);

/** Articles, prepositions, pronouns, question words and politeness: they name no subject. */
export const stopWordsOf = perLanguage(
  (language): ReadonlySet<string> =>
    new Set([
      ...LISTED[language]
        .flatMap((word) => wordsIn(language, word.replaceAll(/['’]/g, ' ')))
        .filter((word) => !KEPT.has(word)),
      ...(language === 'fr' ? FRENCH_WORDS : language === 'en' ? ENGLISH_WORDS : []),
      ...wordsIn(language, POLITE_WORDS[language].replaceAll(/['’-]/g, ' ')),
    ]),
);

let allStopWords: ReadonlySet<string> | null = null;

/** Whether it is one in any language: for a text in an unknown one. */
export function isAnyStopWord(word: string): boolean {
  allStopWords ??= new Set(LANGUAGES.flatMap((language) => [...stopWordsOf(language)]));
  return allStopWords.has(word);
}

export const everydayWordsOf = perLanguage(
  (language): ReadonlySet<string> =>
    new Set(wordsIn(language, EVERYDAY_WORDS[language].replaceAll(/['’-]/g, ' '))),
);

/** Shorter ones have too many neighbours. */
const LEAST_MISSPELT = 4;
const MOST_MISSPELT = 12;

/** Whether a word without meaning may be meant, with a typing error: "kan" for "kann". */
export function isLikeStopWord(language: Language, word: string): boolean {
  if (word.length < LEAST_MISSPELT - 1 || word.length > MOST_MISSPELT) return false;
  for (const one of stopWordsOf(language)) {
    if (one.length >= LEAST_MISSPELT && (isMisspelt(word, one) || isMisspelt(one, word)))
      return true;
  }
  return false;
}
