/** No writing puts more than 30 of them on one letter; UAX #15 takes the same limit for streams. */
const TOO_MANY = /(?<=\p{M}{30})\p{M}+/gu;

/** A normalized text; marks beyond 30 on one letter, whose sorting takes time squared, are left out. */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(TOO_MANY, '').normalize(form);
}
