import { contentWordsOf, type Word } from '../language';
import { factsOf, type Facts } from './facts';

/** What texts say. Each is read once: an answer is checked again with every sentence that it gains. */
export interface Readings {
  facts(text: string): Facts;
  words(text: string): Word[];
}

/** For one answer: what it has read is kept for as long as it exists. */
export function createReadings(): Readings {
  return { facts: readOnce(factsOf), words: readOnce(contentWordsOf) };
}

function readOnce<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const reading = read(text);
    known.set(text, reading);
    return reading;
  };
}
