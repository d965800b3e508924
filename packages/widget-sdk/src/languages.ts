/** The languages in which a visitor can have a whole chat: widget, system lines, mails and transcripts. */
export const LANGUAGES = ['fr', 'en', 'de', 'es', 'it', 'pt', 'nl', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Chooses a chat's language: the first of these language tags (BCP 47, also with `_`) whose language is known, else
 * English. Relay and widget give it the session's locale, then the tenant's `default_locale`.
 *
 * @example
 * chooseLanguage('pt-BR', 'fr'); // 'pt'
 * chooseLanguage('ja', 'de_CH'); // 'de'
 */
export function chooseLanguage(...locales: readonly (string | null | undefined)[]): Language {
  for (const locale of locales) {
    const language = locale && languageOf(locale);
    const known = LANGUAGES.find((one) => one === language);
    if (known) return known;
  }
  return 'en';
}

/** The text direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr';

/** `deu` and `ger` are German too; `den` is Slave, a language of Canada. */
function languageOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale.trim().replaceAll('_', '-')).language;
  } catch {
    return undefined;
  }
}
