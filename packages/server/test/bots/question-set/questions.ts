import { GERMAN_QUESTIONS } from './questions/de';
import { ENGLISH_QUESTIONS } from './questions/en';
import { SPANISH_QUESTIONS } from './questions/es';
import { FRENCH_QUESTIONS } from './questions/fr';
import type { Language, Question } from './types';

export const QUESTIONS: Readonly<Record<Language, readonly Question[]>> = {
  fr: FRENCH_QUESTIONS,
  en: ENGLISH_QUESTIONS,
  de: GERMAN_QUESTIONS,
  es: SPANISH_QUESTIONS,
};
