import type { Country } from './phone-countries';

/** Collects the facts of one text. */
export interface Notes {
  /** `fr` of `fr-CH`; empty if it is not known. */
  language: string;
  /** The countries that national phone numbers in the text may belong to. */
  countries: readonly Country[];
  /** @param accepted the forms of which one is enough for a text that repeats the fact */
  claim(...accepted: string[]): void;
  state(...forms: string[]): void;
}

/** Notes the facts of its kind and returns the text without them, so that no later reader sees them. */
export type Reader = (text: string, notes: Notes) => string;

/** Replaces a fact that has been read. */
export const READ = ' ¦ ';
