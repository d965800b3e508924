import { isSupportedCountry, type CountryCode } from 'libphonenumber-js';

export type Country = CountryCode;

/** The country of each language. English is left out: it says nothing about a country. */
const HOMES: Record<string, Country> = {
  fr: 'FR',
  de: 'DE',
  es: 'ES',
  it: 'IT',
  pt: 'PT',
  nl: 'NL',
};

/** The countries that a number in an English text may belong to. */
const ENGLISH: readonly Country[] = ['GB', 'US'];

/**
 * The countries that national phone numbers in a text may belong to: the region of its locale, else the country of its
 * language and of the tenant's. None if the two differ.
 * @param locale null: the text has none
 */
export function phoneCountriesOf(locale: string | null, tenantLocale: string): readonly Country[] {
  const own = placeOf(locale ?? '');
  const tenants = placeOf(tenantLocale);
  if (own.region) return [own.region];
  const home = tenants.region ?? tenants.home;
  if (own.home && home && own.home !== home && own.language !== tenants.language) return [];
  const known = home ?? own.home;
  return known ? [known] : ENGLISH;
}

function placeOf(locale: string) {
  const [language = '', ...more] = locale.toLowerCase().split(/[-_]/u);
  const region = more.map((part) => part.toUpperCase()).find((part) => isSupportedCountry(part));
  return { language, region: region ?? null, home: HOMES[language] ?? null };
}
