/**
 * The text of a code. Undefined for what a tenant's backend, or a later relay, has written: it may also be
 * `constructor`, which every object has.
 */
export const knownText = (
  texts: Readonly<Record<string, string>>,
  code: string,
): string | undefined => (Object.hasOwn(texts, code) ? texts[code] : undefined);
