import { chooseLanguage, type Language } from '@chat-relay/widget-sdk/languages';
import { looksLikeLink } from '../../platform/mail/message';
import type { Tenant } from '../tenant';
import { ar } from './languages/ar';
import { de } from './languages/de';
import { en } from './languages/en';
import { es } from './languages/es';
import { fr, type Lines } from './languages/fr';
import { it } from './languages/it';
import { nl } from './languages/nl';
import { pt } from './languages/pt';

/** The language and the texts in which the relay speaks to a visitor. */
export interface Voice {
  readonly language: Language;
  /** The tenant's own texts in this language, by key. */
  readonly texts: Readonly<Record<string, string>>;
}

export type LineKey = keyof Lines;

export const LINES: Readonly<Record<Language, Lines>> = { fr, en, de, es, it, pt, nl, ar };

/** Chooses the voice for a visitor whose session has this locale. */
export function voiceOf(
  { defaultLocale, texts }: Pick<Tenant, 'defaultLocale' | 'texts'>,
  locale: string | null,
): Voice {
  const language = chooseLanguage(locale, defaultLocale);
  return { language, texts: texts[language] ?? {} };
}

/** Makes the voice of a mail, without texts of the tenant that have a link: the mail comes from the relay's address. */
export function withoutLinks({ language, texts }: Voice): Voice {
  const kept = Object.entries(texts).filter(([, text]) => !looksLikeLink(text));
  return { language, texts: Object.fromEntries(kept) };
}

/** Returns a text with its placeholders filled in. */
export function say(
  { language, texts }: Voice,
  key: LineKey,
  fill: Readonly<Record<string, string>> = {},
): string {
  const line = texts[key] ?? LINES[language][key];
  return line.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? '');
}

/** The locale in which dates are written. */
const DATE_LOCALES: Readonly<Record<Language, string>> = {
  fr: 'fr-FR',
  en: 'en-GB',
  de: 'de-DE',
  es: 'es-ES',
  it: 'it-IT',
  pt: 'pt-PT',
  nl: 'nl-NL',
  ar: 'ar',
};

export const dateLocaleOf = ({ language }: Voice): string => DATE_LOCALES[language];
