import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';
import { createFormat, type Format } from './format';
import { base } from './fr/base';
import type { BaseWords, Words } from './words';

export const LOCALES = ['fr', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** What the screens before the sign-in speak, and the parts that all screens are made of. */
export interface BaseLanguage {
  locale: Locale;
  words: BaseWords;
  format: Format;
}

/** What the screens behind the sign-in speak. */
export interface Language extends BaseLanguage {
  words: Words;
}

const FRENCH: BaseLanguage = { locale: 'fr', words: base, format: createFormat('fr') };

export const LanguageContext = createContext<ReadonlySignal<BaseLanguage>>(signal(FRENCH));

/** The language of the screen; a component that asks is drawn again when it changes. */
export const useBaseLanguage = (): BaseLanguage => useContext(LanguageContext).value;

/** The same behind the sign-in, where no screen is shown before all its words are here. */
export function useLanguage(): Language {
  const language = useBaseLanguage();
  if (!isWhole(language)) throw new TypeError('only the words of the sign-in are here');
  return language;
}

export const isWhole = (language: BaseLanguage): language is Language => 'inbox' in language.words;

/** French is here already; the others are fetched. */
export async function loadBaseLanguage(locale: Locale): Promise<BaseLanguage> {
  if (locale === 'fr') return FRENCH;
  const english = await import('./en/base');
  return { locale, words: english.base, format: createFormat(locale) };
}

/** With the words that only someone who is signed in reads. */
export async function loadLanguage(locale: Locale): Promise<Language> {
  const [language, { signedIn }] = await Promise.all([
    loadBaseLanguage(locale),
    locale === 'fr' ? import('./fr/signed-in') : import('./en/signed-in'),
  ]);
  return { ...language, words: { ...language.words, ...signedIn } };
}

/** The languages of texts that are written for visitors, for a list to choose from. */
export const localeOptions = ({ format }: BaseLanguage): { value: Locale; label: string }[] =>
  LOCALES.map((value) => ({ value, label: format.language(value) }));

/** The first language of the browser that the console speaks. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const known = LOCALES.find((locale) => language.toLowerCase().split('-')[0] === locale);
    if (known) return known;
  }
  return 'en';
}
