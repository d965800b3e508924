import { readAddresses } from './addresses';
import { readDates } from './dates';
import { readOddWords } from './odd-words';
import { foldText, visibleText } from './plain-text';
import { readPhones } from './phones';
import { readQuantities } from './quantities';
import { spellOutDigits } from './number-words';

/**
 * What a text claims that can be compared: quantities with their unit and sign, dates, times, addresses, phone
 * numbers, and words in an odd script or spelling. Each has one form, however it is written. Names and negations are
 * no facts here.
 */
export interface Facts {
  /** For each fact of the text: its forms. A text that repeats this one must have found one of them somewhere. */
  claimed: Map<string, readonly string[]>;
  /** Every form of every fact, also those that say less: an amount also says a number. */
  stated: Set<string>;
}

/** Takes facts down. */
export interface Notes {
  /** `fr` of `fr-CH`; empty if it is not known. */
  language: string;
  /** `ch` of `fr-CH`; empty if it is not known. */
  region: string;
  /** @param accepted the forms of which one is enough for whoever repeats the fact */
  claim(...accepted: string[]): void;
  state(...forms: string[]): void;
}

/** Notes the facts of its kind and returns the text without them, so that no later reader sees them. */
export type Reader = (text: string, notes: Notes) => string;

/** Stands where a fact has been read. */
export const READ = ' ¦ ';

/** @param locale of the text, such as `fr` or `fr-CH` */
export function factsOf(text: string, locale = ''): Facts {
  const [language = '', region = ''] = locale.toLowerCase().split(/[-_]/u);
  const claimed = new Map<string, readonly string[]>();
  const stated = new Set<string>();
  const notes: Notes = {
    language,
    region,
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
