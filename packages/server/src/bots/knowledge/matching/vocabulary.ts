import type { Term } from '../../languages/terms';
import { isMisspelt } from '../../languages/typing-errors';

/** A stem that passages have. */
export interface Entry {
  /** The passages, by their numbers. */
  numbers: number[];
  /** The words with this stem, a few of them. */
  forms: string[];
}

/**
 * The stems of the passages in one language, with the passages that have each: lists of small integers, in groups by
 * the first letter, so that a look for similar words reads few of them.
 */
export interface Vocabulary {
  readonly bytes: number;
  find(stem: string): Entry | undefined;
  /** @param terms distinct */
  add(number: number, terms: Iterable<Term>): void;
  remove(number: number, terms: Iterable<Term>): void;
  /** The stems of words that are like one with a typing error. */
  similarTo(word: string): Set<string>;
  /** The stems of words that begin like one: `castr` and `castration`. */
  relatedTo(stem: string): Set<string>;
  /** The stems of longer words that begin or end with one. */
  compoundsWith(word: string): Set<string>;
}

const MAX_FORMS = 4;
/** Measured with 10,000 passages. */
const BYTES_A_STEM = 700;
const BYTES_A_PLACE = 16;
/** Shorter words with another first letter are other words, not typing errors. */
const LEAST_FIRST = 6;
/** Words with the same beginning are related, if it is so long and their endings are so short. */
const LEAST_RELATED = 5;
const MOST_ENDING = 4;
/** A compound has at least so many letters more than the word it begins or ends with. */
const LEAST_REST = 4;

export function createVocabulary(): Vocabulary {
  const groups = new Map<string, Map<string, Entry>>();
  let bytes = 0;
  const groupOf = (stem: string): Map<string, Entry> | undefined => groups.get(stem[0] ?? '');

  return {
    get bytes() {
      return bytes;
    },
    find: (stem) => groupOf(stem)?.get(stem),

    add(number, terms) {
      for (const { stems, text } of terms) {
        for (const stem of stems) {
          const group = groupOf(stem) ?? new Map<string, Entry>();
          if (group.size === 0) groups.set(stem[0] ?? '', group);
          const entry = group.get(stem) ?? { numbers: [], forms: [] };
          if (entry.numbers.length === 0) {
            group.set(stem, entry);
            bytes += BYTES_A_STEM;
          }
          if (entry.numbers.at(-1) !== number) {
            entry.numbers.push(number);
            bytes += BYTES_A_PLACE;
          }
          if (entry.forms.length < MAX_FORMS && !entry.forms.includes(text)) entry.forms.push(text);
        }
      }
    },

    remove(number, terms) {
      for (const stem of new Set([...terms].flatMap(({ stems }) => stems))) {
        const group = groupOf(stem);
        const entry = group?.get(stem);
        const place = entry?.numbers.lastIndexOf(number) ?? -1;
        if (!group || !entry || place === -1) continue;
        entry.numbers.splice(place, 1);
        bytes -= BYTES_A_PLACE;
        if (entry.numbers.length > 0) continue;
        bytes -= BYTES_A_STEM;
        group.delete(stem);
        if (group.size === 0) groups.delete(stem[0] ?? '');
      }
    },

    similarTo(word) {
      const similar = new Set<string>();
      const rest = word.slice(1);
      const isLong = word.length >= LEAST_FIRST;
      for (const [first, group] of groups) {
        const isNear = first === word[0] || first === word[1];
        for (const [stem, { forms }] of group) {
          for (const form of forms) {
            // An error in the first letter is rare: then the rest is right.
            const isSimilar = isNear
              ? isMisspelt(word, form)
              : isLong && form.length <= word.length + 1 && form.endsWith(rest);
            if (isSimilar) similar.add(stem);
          }
        }
      }
      return similar;
    },

    relatedTo(stem) {
      const related = new Set<string>();
      if (stem.length < LEAST_RELATED) return related;
      for (const other of groupOf(stem)?.keys() ?? []) {
        const [short, long] = other.length < stem.length ? [other, stem] : [stem, other];
        const rest = long.length - short.length;
        if (short.length >= LEAST_RELATED && rest <= MOST_ENDING && long.startsWith(short))
          related.add(other);
      }
      return related;
    },

    compoundsWith(word) {
      const compounds = new Set<string>();
      for (const group of groups.values()) {
        for (const [stem, { forms }] of group) {
          const [form = ''] = forms;
          if (form.length < word.length + LEAST_REST) continue;
          if (form.startsWith(word) || form.endsWith(word)) compounds.add(stem);
        }
      }
      return compounds;
    },
  };
}
