import { PASSAGES } from './documents';
import { GERMAN_SENTENCES } from './honest/de';
import { ENGLISH_SENTENCES } from './honest/en';
import { SPANISH_SENTENCES } from './honest/es';
import { FRENCH_SENTENCES } from './honest/fr';
import type { HonestSentence, SentencesByPassage } from './types';

const SENTENCES: SentencesByPassage = {
  ...FRENCH_SENTENCES,
  ...ENGLISH_SENTENCES,
  ...GERMAN_SENTENCES,
  ...SPANISH_SENTENCES,
};

/** Sentences as a good model words them for a visitor, each with the passage that it cites. */
export const HONEST: readonly HonestSentence[] = Object.entries(SENTENCES).flatMap(
  ([id, texts]) => {
    const passage = PASSAGES.find((one) => one.id === id);
    if (!passage) throw new Error(`no passage has the id ${id}`);
    return texts.map((text) => ({ passage, text }));
  },
);
