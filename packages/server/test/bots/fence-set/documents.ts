import { GERMAN_PASSAGES } from './documents/de';
import { ENGLISH_PASSAGES } from './documents/en';
import { SPANISH_PASSAGES } from './documents/es';
import { FRENCH_PASSAGES } from './documents/fr';
import type { Passage } from './types';

/** Passages of a shop, a software product and a public office, ten in each language. */
export const PASSAGES: readonly Passage[] = [
  ...FRENCH_PASSAGES,
  ...ENGLISH_PASSAGES,
  ...GERMAN_PASSAGES,
  ...SPANISH_PASSAGES,
];
