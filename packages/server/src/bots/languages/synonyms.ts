import { LANGUAGES, type Language } from './languages';
import { ARABIC } from './synonyms/arabic';
import { DUTCH } from './synonyms/dutch';
import { ENGLISH } from './synonyms/english';
import { FRENCH } from './synonyms/french';
import { GERMAN } from './synonyms/german';
import { ITALIAN } from './synonyms/italian';
import { PORTUGUESE } from './synonyms/portuguese';
import { SPANISH } from './synonyms/spanish';
import { plainWord, stemsOf } from './stems';

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

interface Synonyms {
  /** By each stem, the stems of its subjects. */
  byStem: ReadonlyMap<string, ReadonlySet<string>>;
  /** By their first word, phrases of several words. */
  phrases: ReadonlyMap<string, readonly string[][]>;
}

const SYNONYMS = new Map(LANGUAGES.map((language) => [language, read(language)]));

/** The stems that mean the same subject as one of these. */
export function synonymsOf(language: Language, stems: readonly string[]): ReadonlySet<string> {
  const { byStem } = SYNONYMS.get(language)!;
  return new Set(stems.flatMap((stem) => [...(byStem.get(stem) ?? [])]));
}

/** The phrases of a language that begin with a word, each as its words. */
export function phrasesFrom(language: Language, word: string): readonly string[][] {
  return SYNONYMS.get(language)!.phrases.get(word) ?? [];
}

function read(language: Language): Synonyms {
  const byStem = new Map<string, Set<string>>();
  const phrases = new Map<string, string[][]>();
  for (const line of LISTS[language].split('\n').filter(Boolean)) {
    const words = line.split(' ').map((word) => word.replaceAll('-', '_'));
    const stems = words.flatMap((word) => {
      if (!word.includes('_')) return stemsOf(language, word);
      const parts = word.split('_').map((part) => plainWord(language, part));
      const known = phrases.get(parts[0]!) ?? [];
      known.push(parts);
      phrases.set(parts[0]!, known);
      return [parts.join('_')];
    });
    for (const stem of stems) {
      const subjects = byStem.get(stem) ?? new Set();
      for (const other of stems) subjects.add(other);
      byStem.set(stem, subjects);
    }
  }
  return { byStem, phrases };
}
