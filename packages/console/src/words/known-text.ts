/**
 * The text for a code. Undefined for unknown codes, which a tenant's backend or a newer relay may send. `hasOwn`
 * protects against codes such as `constructor`, which every object has.
 */
export const knownText = (
  texts: Readonly<Record<string, string>>,
  code: string,
): string | undefined => (Object.hasOwn(texts, code) ? texts[code] : undefined);
