import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';
import { createFormat, type Format } from './format';
import { base } from './fr/base';
import type { BaseWords, Words } from './words';

export const LOCALES = ['fr', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The words of the screens before sign-in and of shared components. */
export interface BaseLanguage {
  locale: Locale;
  words: BaseWords;
  format: Format;
}

/** The words of all screens. */
export interface Language extends BaseLanguage {
  words: Words;
}

const FRENCH: BaseLanguage = { locale: 'fr', words: base, format: createFormat('fr') };

export const LanguageContext = createContext<ReadonlySignal<BaseLanguage>>(signal(FRENCH));

/** The language of the screen. Components that use it are rendered again when it changes. */
export const useBaseLanguage = (): BaseLanguage => useContext(LanguageContext).value;

/** The same with the words after sign-in, where no screen is shown until they are loaded. */
export function useLanguage(): Language {
  const language = useBaseLanguage();
  if (!isWhole(language)) throw new TypeError('only the words of the sign-in are here');
  return language;
}

export const isWhole = (language: BaseLanguage): language is Language => 'inbox' in language.words;

/** Loads a language's words for the screens before sign-in. French is part of the page. */
export async function loadBaseLanguage(locale: Locale): Promise<BaseLanguage> {
  if (locale === 'fr') return FRENCH;
  const english = await import('./en/base');
  return { locale, words: english.base, format: createFormat(locale) };
}

/** Loads all words of a language. */
export async function loadLanguage(locale: Locale): Promise<Language> {
  const [language, { signedIn }] = await Promise.all([
    loadBaseLanguage(locale),
    locale === 'fr' ? import('./fr/signed-in') : import('./en/signed-in'),
  ]);
  return { ...language, words: { ...language.words, ...signedIn } };
}

/** The languages in which visitors' texts can be written, for a menu. */
export const localeOptions = ({ format }: BaseLanguage): { value: Locale; label: string }[] =>
  LOCALES.map((value) => ({ value, label: format.language(value) }));

/** The first of the browser's languages that the console has. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const known = LOCALES.find((locale) => language.toLowerCase().split('-')[0] === locale);
    if (known) return known;
  }
  return 'en';
}
