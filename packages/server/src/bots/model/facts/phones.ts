import { READ, type Reader } from './notes';

/** Seven digits and more in groups that no number has: with a leading plus or zero, or 3-3-4 as in North America. */
const PHONE =
  /(?:\+ ?|\(\+|\(0|(?<![\d.,])0)\d(?:[ ()./-]{0,2}\d){5,15}(?!\d)|(?<![\d.,])\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)/gu;
/** Digits that are told one by one. */
const SINGLE_DIGITS = /(?<![\d.,:])\d(?:[ ,.·-]{1,2}\d(?![\d])){3,}/gu;

/** The code of the country in which a text's national numbers are, by its region or else its language. */
const COUNTRIES: Record<string, string> = {
  fr: '33',
  en: '44',
  de: '49',
  es: '34',
  it: '39',
  pt: '351',
  nl: '31',
  at: '43',
  au: '61',
  be: '32',
  br: '55',
  ca: '1',
  ch: '41',
  gb: '44',
  ie: '353',
  lu: '352',
  mx: '52',
  us: '1',
};
const CODES = [...new Set(Object.values(COUNTRIES))];

/**
 * Phone numbers by their digits. `01 23 45 67 89` may be repeated as `+33 1 23 45 67 89` by a French text, and
 * without the country's code by any.
 */
export const readPhones: Reader = (text, notes) => {
  const own = COUNTRIES[notes.region] ?? COUNTRIES[notes.language];
  const note = (found: string): string => {
    const digits = found.replaceAll(/\(0\)|[^\d+]/gu, '').replace(/^00(?=[1-9])/u, '+');
    const accepted = [`phone:${digits}`];
    if (!digits.startsWith('+')) accepted.push(`national:${digits}`);
    for (const code of CODES.filter((one) => digits.startsWith(`+${one}`))) {
      const national = digits.slice(code.length + 1);
      if (code === own) accepted.push(`phone:0${national}`, `${national} ?`);
      notes.state(`national:0${national}`, `number:${national}`);
    }
    notes.claim(...accepted);
    return READ;
  };
  return text.replaceAll(PHONE, note).replaceAll(SINGLE_DIGITS, note);
};
