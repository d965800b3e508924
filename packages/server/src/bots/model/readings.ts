import { contentWordsOf, type Word } from '../language';
import { factsOf, type Facts } from './facts/facts';

/** What texts say. Each is read once: an answer is checked again with every sentence that it gains. */
export interface Readings {
  /** @param locale of the text, such as `fr` or `fr-CH` */
  facts(text: string, locale: string): Facts;
  words(text: string): Word[];
}

/** For one answer: what it has read is kept for as long as it exists. */
export function createReadings(): Readings {
  return { facts: readOnce(factsOf), words: readOnce(contentWordsOf) };
}

function readOnce<T>(
  read: (text: string, locale?: string) => T,
): (text: string, locale?: string) => T {
  const known = new Map<string, T>();
  return (text, locale = '') => {
    const key = `${locale}\n${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const reading = read(text, locale);
    known.set(key, reading);
    return reading;
  };
}
