import { perLanguage, type Language } from './languages';
import { ARABIC } from './synonyms/arabic';
import { DUTCH } from './synonyms/dutch';
import { ENGLISH } from './synonyms/english';
import { FRENCH } from './synonyms/french';
import { GERMAN } from './synonyms/german';
import { ITALIAN } from './synonyms/italian';
import { PORTUGUESE } from './synonyms/portuguese';
import { SPANISH } from './synonyms/spanish';
import { plainWord, stemsOf } from './stems';
import { unitIn } from './units';

const LISTS: Readonly<Record<Language, string>> = {
  fr: FRENCH,
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
  ar: ARABIC,
};

export interface Phrase {
  /** Stands for the phrase. */
  stem: string;
  /** The stems of each word. */
  words: readonly (readonly string[])[];
}

interface Synonyms {
  /** Maps a stem to the stems of its subjects. */
  byStem: ReadonlyMap<string, ReadonlySet<string>>;
  /** Maps each stem of a first word to the phrases of several words that begin with it. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
}

const synonymsIn = perLanguage(read);

/** The stems that mean the same subject as one of these. */
export function synonymsOf(language: Language, stems: readonly string[]): ReadonlySet<string> {
  const { byStem } = synonymsIn(language);
  return new Set(stems.flatMap((stem) => [...(byStem.get(stem) ?? [])]));
}

/** The phrases of a language that begin with a word. */
export function phrasesFrom(language: Language, stems: readonly string[]): readonly Phrase[] {
  const { phrases } = synonymsIn(language);
  return stems.flatMap((stem) => phrases.get(stem) ?? []);
}

function read(language: Language): Synonyms {
  const byStem = new Map<string, Set<string>>();
  const phrases = new Map<string, Phrase[]>();
  for (const line of LISTS[language].split('\n').filter(Boolean)) {
    const words = line.split(' ').map((word) => word.replaceAll('-', '_'));
    const stems = words.flatMap((word) => {
      if (!word.includes('_')) return stemsOf(language, word);
      const parts = word.split('_');
      const phrase = {
        stem: parts.map((part) => plainWord(language, part)).join('_'),
        words: parts.map((part) => stemsOrUnit(language, part)),
      };
      for (const first of phrase.words[0]!)
        phrases.set(first, [...(phrases.get(first) ?? []), phrase]);
      return [phrase.stem];
    });
    for (const stem of stems) {
      const subjects = byStem.get(stem) ?? new Set();
      for (const other of stems) subjects.add(other);
      byStem.set(stem, subjects);
    }
  }
  return { byStem, phrases };
}

/** The stems of a word, or what stands for a unit however it is written. */
export function stemsOrUnit(language: Language | null, word: string): readonly string[] {
  const unit = unitIn(word);
  return unit === null ? stemsOf(language, word) : [`#${unit}`];
}
