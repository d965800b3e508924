import { contentWordsOf, type Word } from '../language';
import { factsOf, type Facts } from './facts/facts';
import type { Country } from './facts/phone-countries';

/** A cache of facts and words: an answer is checked again with each new sentence, its passages stay the same. */
export interface Readings {
  /**
   * @param locale of the text, such as `fr` or `fr-CH`
   * @param countries where its national phone numbers may be
   */
  facts(text: string, locale: string, countries: readonly Country[]): Facts;
  words(text: string): Word[];
}

/** Create one for each answer: it keeps everything that it has read. */
export function createReadings(): Readings {
  return {
    facts: readOnce<[string, readonly Country[]], Facts>(factsOf),
    words: readOnce<[], Word[]>(contentWordsOf),
  };
}

function readOnce<Known extends readonly unknown[], T>(
  read: (text: string, ...known: Known) => T,
): (text: string, ...known: Known) => T {
  const readings = new Map<string, T>();
  return (text, ...known) => {
    const key = [...known, text].join('\n');
    const before = readings.get(key);
    if (before !== undefined) return before;
    const reading = read(text, ...known);
    readings.set(key, reading);
    return reading;
  };
}
