import { fold } from '../../language';
import type { Language } from '../../languages/languages';
import { plainWord, stemsOf } from '../../languages/stems';
import { isLikeStopWord } from '../../languages/stop-words';
import { stemsOrUnit, synonymsOf } from '../../languages/synonyms';
import type { Term } from '../../languages/terms';
import type { Vocabulary } from './vocabulary';

/** The stems that stand for a word of a question in the passages of one language. */
export interface TermMatches {
  /** How well each stem stands for it, 0 to 1. */
  matches: ReadonlyMap<string, number>;
  /** The parts of a compound: all together stand for it. */
  parts: readonly ReadonlySet<string>[];
  /** The passages that have the word itself, or what stands for it. */
  frequency: number;
}

const AS_SYNONYM = 0.85;
const AS_TYPO = 0.9;
const AS_RELATED = 0.85;
const AS_COMPOUND = 0.8;

const COMPOUNDING: ReadonlySet<Language | null> = new Set(['de', 'nl'] as const);
const LEAST_PART = 3;
/** Languages without compounds join words, too: "flexdesk". Each of the two has at least so many letters. */
const LEAST_JOINED = 3;
/** A part that is known alone says what the compound is about only if it is long. */
const LEAST_KNOWN_ALONE = 4;
/** Longer words are no compounds that anyone writes. */
const MOST_COMPOUND = 40;
/** Letters that join the parts of a compound. */
const LINKS = ['', 's', 'n', 'en', 'es', 'er', 'e'];

/** Finds what stands for words, in the passages of one language. */
export function createTermMatcher(language: Language | null, vocabulary: Vocabulary) {
  const inPassages = (stems: readonly string[]): string[] =>
    stems.filter((stem) => vocabulary.find(stem));
  const withSynonyms = (stems: readonly string[]): string[] =>
    language === null ? [...stems] : [...stems, ...synonymsOf(language, stems)];
  const isCompounding = COMPOUNDING.has(language);

  return {
    /** The word itself, its synonyms, and compounds with it. */
    match(
      { stems, text, inPhrase, kind }: Omit<Term, 'kind'> & { kind: string },
      isLikely: boolean,
    ): TermMatches {
      const exact = inPassages(stems);
      const matches = new Map(exact.map((stem) => [stem, 1]));
      for (const stem of inPassages(withSynonyms(stems)))
        add(matches, [stem], isSpeltApart(stem, text) ? 1 : AS_SYNONYM);
      if (inPhrase && matches.size === 0) {
        const parts = inPhrase.map((word) => new Set(inPassages(withSynonyms(word))));
        return { matches, parts: parts.some(({ size }) => size > 0) ? parts : [], frequency: 0 };
      }
      const mayJoin = isCompounding && isLikely && kind !== 'number';
      if (mayJoin && kind === 'content' && text.length > LEAST_PART)
        for (const part of new Set([text, ...stems]))
          if (part.length > LEAST_PART) add(matches, vocabulary.compoundsWith(part), AS_COMPOUND);
      const parts = mayJoin ? partsOf(text) : [];
      return { matches, parts, frequency: frequencyOf(exact.length > 0 ? exact : matches.keys()) };
    },

    /** Related words, and those that are like it, for a word that no passage has. */
    guess({ stems, text, written }: Pick<Term, 'stems' | 'text' | 'written'>): TermMatches {
      const matches = new Map<string, number>();
      // A code that is not in the documents is none of theirs.
      if (/\d/.test(text)) return { matches, parts: [], frequency: 0 };
      add(matches, inPassages(withSynonyms(withoutParticiple(written))), AS_RELATED);
      for (const stem of stems) add(matches, vocabulary.relatedTo(stem), AS_RELATED);
      if (written.endsWith('s'))
        add(matches, inPassages(withSynonyms(stemsOf(language, written.slice(0, -1)))), AS_RELATED);
      // A word with related ones is a real one, and no other with an error.
      const similar = matches.size > 0 ? [] : [...vocabulary.similarTo(text)];
      add(matches, similar, AS_TYPO);
      add(matches, inPassages(withSynonyms(similar)), AS_TYPO * AS_SYNONYM);
      if (matches.size > 0) return { matches, parts: [], frequency: frequencyOf(matches.keys()) };
      const whole = partsOf(text, LEAST_JOINED);
      const parts = whole.length > 0 || !isCompounding ? whole : halfKnown(text);
      return { matches, parts, frequency: frequencyOf(matches.keys()) };
    },

    /** Whether a word without meaning is meant, with a typing error. */
    isLikeStopWord: (text: string): boolean => language !== null && isLikeStopWord(language, text),
  };

  function frequencyOf(stems: Iterable<string>): number {
    return Math.max(0, ...[...stems].map((stem) => vocabulary.find(stem)?.numbers.length ?? 0));
  }

  /** The stems of `kündigen` for `gekündigt`, and of `abholen` for `abzuholen`. */
  function withoutParticiple(word: string): readonly string[] {
    const [, , prefix = '', rest] = (language === 'de' && PARTICIPLE.exec(fold(word))) || [];
    return rest === undefined ? [] : stemsOf(language, prefix + rest);
  }

  /** The parts of a compound whose parts the passages know: `Versand` and `Kosten`. */
  function partsOf(word: string, least = LEAST_PART): ReadonlySet<string>[] {
    const knownIn = (part: string): ReadonlySet<string> => {
      const stems = stemsOrUnit(language, part);
      // Elsewhere, nearly every word can be cut into two that stand for something.
      return new Set(inPassages(isCompounding ? withSynonyms(stems) : stems));
    };
    let best: ReadonlySet<string>[] = [];
    if (word.length >= MOST_COMPOUND) return best;
    for (let cut = least; cut <= word.length - least; cut++) {
      const second = knownIn(plainWord(language, word.slice(cut)));
      if (second.size === 0) continue;
      const first = LINKS.map((link) => firstPart(word.slice(0, cut), link))
        .map((part) => (part === null ? new Set<string>() : knownIn(part)))
        .find(({ size }) => size > 0);
      if (!first) continue;
      best = [first, second];
      if (cut > word.length / 2) break;
    }
    return best;
  }

  /** The longer part of a compound that passages know, and nothing for the part that they don't. */
  function halfKnown(word: string): ReadonlySet<string>[] {
    if (word.length >= MOST_COMPOUND) return [];
    const knownIn = (part: string): ReadonlySet<string> =>
      new Set(inPassages(withSynonyms(stemsOf(language, plainWord(language, part)))));
    for (let length = word.length - LEAST_PART; length >= LEAST_KNOWN_ALONE; length--) {
      for (const part of [word.slice(-length), word.slice(0, length)]) {
        const found = knownIn(part);
        if (found.size > 0) return [found, new Set()];
      }
    }
    return [];
  }
}

/** A part without the letters that join it to the next; null if they are not there, or it would be too short. */
function firstPart(part: string, link: string): string | null {
  if (!part.endsWith(link) || part.length - link.length < LEAST_PART) return null;
  return part.slice(0, part.length - link.length);
}

/** `check_out` and `checkout`. */
const isSpeltApart = (a: string, b: string): boolean =>
  a.includes('_') !== b.includes('_') && a.replaceAll('_', '') === b.replaceAll('_', '');

function add(matches: Map<string, number>, stems: Iterable<string>, quality: number): void {
  for (const stem of stems) if (!matches.has(stem)) matches.set(stem, quality);
}

const PARTICIPLE =
  /^(?:()ge|(?:(ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|los|mit|nach|teil|um|unter|vor|weg|weiter|zu|zurueck|zuruck|zusammen)(?:ge|zu)))(\p{L}{3,})$/u;
