import { readAddresses } from './addresses';
import { readDates } from './dates';
import { readOddWords } from './odd-words';
import { foldText, visibleText } from './plain-text';
import type { Notes } from './notes';
import { phoneCountriesOf, type Country } from './phone-countries';
import { readPhones } from './phones';
import { readQuantities } from './quantities';
import { spellOutDigits } from './number-words';

/**
 * The facts of a text that can be compared: quantities with their unit and sign, dates, times, addresses, phone
 * numbers, and words in an odd script or spelling. Each has one form, however it is written. Names and negations are
 * no facts here.
 */
export interface Facts {
  /** Each fact of the text → its forms. An answer may claim the fact if a cited passage states one of the forms. */
  claimed: Map<string, readonly string[]>;
  /** Every form of every fact, including less precise ones: an amount of money also states its number. */
  stated: Set<string>;
}

/**
 * @param locale of the text, such as `fr` or `fr-CH`
 * @param countries where its national phone numbers may be
 */
export function factsOf(
  text: string,
  locale = '',
  countries: readonly Country[] = phoneCountriesOf(locale, locale),
): Facts {
  const [language = ''] = locale.toLowerCase().split(/[-_]/u);
  const claimed = new Map<string, readonly string[]>();
  const stated = new Set<string>();
  const notes: Notes = {
    language,
    countries,
    claim(...accepted) {
      claimed.set(accepted.join('\n'), accepted);
      for (const form of accepted.slice(0, 1)) stated.add(form);
    },
    state(...forms) {
      for (const form of forms) stated.add(form);
    },
  };
  const withoutAddresses = readAddresses(visibleText(text), notes);
  const words = readOddWords(withoutAddresses, notes);
  const digits = spellOutDigits(foldText(words));
  readQuantities(readPhones(readDates(digits, notes), notes), notes);
  return { claimed, stated };
}

/** Whether a fact of an answer is among those of its passages. */
export function isStated(accepted: readonly string[], passages: readonly Facts[]): boolean {
  return accepted.some((form) => passages.some(({ stated }) => stated.has(form)));
}
