import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';
import { createFormat, type Format } from './format';
import { fr, type Words } from './fr';

export const LOCALES = ['fr', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** What the screens speak. */
export interface Language {
  locale: Locale;
  words: Words;
  format: Format;
}

const FRENCH: Language = { locale: 'fr', words: fr, format: createFormat('fr') };

export const LanguageContext = createContext<ReadonlySignal<Language>>(signal(FRENCH));

/** The language of the screen; a component that asks is drawn again when it changes. */
export const useLanguage = (): Language => useContext(LanguageContext).value;

/** French is here already; the others are fetched. */
export async function loadLanguage(locale: Locale): Promise<Language> {
  if (locale === 'fr') return FRENCH;
  const { en } = await import('./en');
  return { locale, words: en, format: createFormat(locale) };
}

/** The first language of the browser that the console speaks. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const known = LOCALES.find((locale) => language.toLowerCase().split('-')[0] === locale);
    if (known) return known;
  }
  return 'en';
}
