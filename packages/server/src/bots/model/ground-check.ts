import { codePointsIn } from '../../conversations/live/answer-streams';
import type { Passage } from '../knowledge/passage';
import { isSameWord, languageOf } from '../language';
import { isStated, type Facts } from './facts/facts';
import { phoneCountriesOf } from './facts/phone-countries';
import { foldText, visibleText } from './facts/plain-text';
import { createReadings, type Readings } from './readings';
import { sentencesOf } from './sentences';

/** Why an answer of the model is not sent. */
export type Ungrounded =
  | 'empty'
  | 'too_long'
  | 'no_citation'
  | 'unknown_citation'
  | 'fact_without_citation'
  | 'fact_not_in_passage'
  | 'other_words'
  | 'other_language';

export type GroundCheck =
  /** `text` is without the citations. */
  | { isGrounded: true; text: string; cited: Passage[] }
  | { isGrounded: false; why: Ungrounded; text: string };

export interface GroundOptions {
  /** The passages by the id that the model got: `p1`, `p2` and so on. */
  passages: ReadonlyMap<string, Passage>;
  /** The part of a sentence's content words that its passages must contain, 0 to 1, if it has a fact. */
  minOverlap: number;
  /** The visitor's locale; also that of passages without one. */
  locale: string;
  /** The tenant's locale: it says which country's phone numbers are meant. */
  tenantLocale?: string;
  /** A cache for an answer that is checked several times while it is written. */
  readings?: Readings;
}

const MAX_CODE_POINTS = 4000;
/** How many characters an answer may have before any pattern reads it: four times a message, with its citations. */
export const MAX_LENGTH = 16_000;
const CITATION = /(?<!\s)\s{0,20}\[(p\d{1,6})\]/gu;
/** Anything else in brackets that looks like one. */
const ODD_CITATION = /\[[^[\]\n]{0,100}\bp\s{0,3}\d/iu;
/** Languages whose numbers, units and months are read; in others, a fact must be quoted word for word. */
const READ_LANGUAGES = new Set(['fr', 'en', 'de', 'es']);

/**
 * Lets through only an answer in which every citation was given, and every fact of a sentence is in a passage
 * that this sentence cites.
 */
export function checkGround(
  answer: string,
  { passages, minOverlap, locale, tenantLocale = '', readings = createReadings() }: GroundOptions,
): GroundCheck {
  const isRead = READ_LANGUAGES.has(languageOf(locale));
  const factsIn = (passage: Passage): Facts =>
    readings.facts(
      textOf(passage),
      passage.locale ?? locale,
      phoneCountriesOf(passage.locale, tenantLocale),
    );
  const claimsOf = (said: string): Facts['claimed'] =>
    readings.facts(said, locale, phoneCountriesOf(null, tenantLocale || locale)).claimed;
  const isTooLong = answer.length > MAX_LENGTH;
  const text = isTooLong ? answer.slice(0, MAX_LENGTH) : withoutCitations(answer);
  const refuse = (why: Ungrounded): GroundCheck => ({ isGrounded: false, why, text });
  if (isTooLong) return refuse('too_long');
  if (text === '') return refuse('empty');
  if (codePointsIn(text) > MAX_CODE_POINTS) return refuse('too_long');

  const all = new Set<Passage>();
  const sentences = sentencesOf(answer);
  for (const sentence of sentences) {
    const cited: Passage[] = [];
    for (const [, id = ''] of sentence.matchAll(CITATION)) {
      const passage = passages.get(id);
      if (!passage) return refuse('unknown_citation');
      cited.push(passage);
      all.add(passage);
    }
    const said = withoutCitations(sentence);
    if (ODD_CITATION.test(said)) return refuse('unknown_citation');
    const claimed = claimsOf(said);
    if (claimed.size === 0) continue;
    if (cited.length === 0) return refuse('fact_without_citation');
    const facts = cited.map(factsIn);
    const isGrounded = isRead
      ? [...claimed.values()].every((accepted) => isStated(accepted, facts))
      : cited.some((passage) => isQuoted(said, textOf(passage)));
    if (!isGrounded) return refuse('fact_not_in_passage');
    if (overlap(readings, said, cited) < minOverlap) return refuse('other_words');
  }
  if (all.size === 0) return refuse('no_citation');
  // The answer is checked as a whole, too: two sentences may form one fact.
  const whole = [...all].map(factsIn);
  const claimed = claimsOf(sentences.map(withoutCitations).join(' '));
  if (isRead && ![...claimed.values()].every((accepted) => isStated(accepted, whole)))
    return refuse('fact_not_in_passage');
  return { isGrounded: true, text, cited: [...all] };
}

function withoutCitations(text: string): string {
  return text.replaceAll(CITATION, '').trim();
}

function textOf({ title, text }: Passage): string {
  return `${title}\n${text}`;
}

function isQuoted(said: string, passage: string): boolean {
  const plain = (text: string): string =>
    foldText(visibleText(text)).replaceAll(/\s+/gu, ' ').trim();
  const quote = plain(said).replace(/[.!?…:;]{1,5}$/u, '');
  return plain(passage).includes(quote);
}

function overlap({ words: wordsOf }: Readings, said: string, cited: readonly Passage[]): number {
  const words = wordsOf(said);
  const known = cited.flatMap((passage) => wordsOf(textOf(passage)));
  const found = words.filter((word) => known.some((other) => isSameWord(word, other)));
  return words.length === 0 ? 1 : found.length / words.length;
}
