/** The languages that the relay speaks. */
export type Locale = 'fr' | 'en';

/** The language of what the relay itself tells a visitor: the visitor's, otherwise the tenant's, otherwise French. */
export function resolveLocale(
  requested: string | null | undefined,
  tenantDefault: string | null | undefined,
): Locale {
  return supported(requested) ?? supported(tenantDefault) ?? 'fr';
}

function supported(locale: string | null | undefined): Locale | undefined {
  const language = locale?.toLowerCase().split(/[-_]/)[0];
  return language === 'fr' || language === 'en' ? language : undefined;
}
