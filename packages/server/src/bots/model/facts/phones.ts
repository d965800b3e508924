import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js';
import { READ, type Reader } from './notes';
import type { Country } from './phone-countries';

/** Seven digits and more in a form that only phone numbers have: a leading plus or zero, or groups of 3-3-4. */
const PHONE =
  /(?:\+ ?|\(\+|\(0|(?<![\d.,])0)\d(?:[ ()./-]{0,2}\d){5,15}(?!\d)|(?<![\d.,])\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)/gu;
/** Digits that are written one by one. */
const SINGLE_DIGITS = /(?<![\d.,:])\d(?:[ ,.·-]{1,2}\d(?![\d])){3,}/gu;
/** Groups of digits that may be a phone number of a country without a leading zero: `912 34 56 78`. */
const ROW = /(?<![\d.,\p{L}]|\d )[1-9]\d{1,2}(?:[ -]?\d{2,4}){2,3}(?![\d\p{L}]|[.,]\d)/gu;
/** A form that any number may have: it is noted as a possible phone number, and read as a number, too. */
const PLAIN_NUMBER = /^\d+$|^\d{1,3}(?: \d{3})+$/u;

/**
 * Phone numbers by their digits. `01 23 45 67 89` of a passage may be repeated as `+33 1 23 45 67 89`, if the passage's
 * country is France, and without the country's code by any text.
 */
export const readPhones: Reader = (text, notes) => {
  const claim = (found: string): string => {
    const digits = digitsOf(found);
    const phone = phoneOf(digits, notes.countries);
    if (digits.startsWith('+')) {
      notes.claim(`phone:${digits}`, ...(phone ? [`phone:${phone.number}`] : []));
      const national = String(phone?.nationalNumber ?? '');
      if (phone) notes.state(`national:0${national}`, `national:${national}`, `number:${national}`);
    } else notes.claim(`phone:${digits}`, `national:${digits}`);
    if (phone) notes.state(`phone:${phone.number}`);
    return READ;
  };
  return text
    .replaceAll(PHONE, claim)
    .replaceAll(SINGLE_DIGITS, claim)
    .replaceAll(ROW, (found) => {
      const phone = phoneOf(digitsOf(found), notes.countries);
      if (!phone) return found;
      if (!PLAIN_NUMBER.test(found)) return claim(found);
      notes.state(`phone:${phone.number}`);
      return found;
    });
};

function digitsOf(found: string): string {
  return found.replaceAll(/\(0\)|[^\d+]/gu, '').replace(/^00(?=[1-9])/u, '+');
}

/** Undefined if no country has such a number, or if it lacks the leading zero that callers dial. */
function phoneOf(digits: string, countries: readonly Country[]): PhoneNumber | undefined {
  const read = (country?: Country): PhoneNumber | undefined =>
    parsePhoneNumberFromString(digits, country);
  if (digits.startsWith('+')) return [read()].find((phone) => phone?.isValid());
  return countries
    .map(read)
    .find((phone) => phone?.isValid() && digitsOf(phone.formatNational()) === digits);
}
