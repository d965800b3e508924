import { codePointsIn } from '../../conversations/live/answer-streams';
import type { Passage } from '../knowledge/passage';
import { isSameWord } from '../language';
import { factsOf } from './facts';
import { createReadings, type Readings } from './readings';

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
  /** By the id that the model was given: `p1`, `p2` and so on. */
  passages: ReadonlyMap<string, Passage>;
  /** The part of a sentence's content words that its passages must contain, 0 to 1, if it has a fact. */
  minOverlap: number;
  /** Of an answer that is checked several times while it is written. */
  readings?: Readings;
}

const MAX_CODE_POINTS = 4000;
const CITATION = /\s*\[(p\d+)\]/gu;
/** Anything else in brackets that looks like one. */
const ODD_CITATION = /\[[^\]\n]*\bp\s*\d/iu;

/**
 * Lets through only an answer in which every citation was given, and every fact of a sentence is in a passage
 * that this sentence cites.
 */
export function checkGround(
  answer: string,
  { passages, minOverlap, readings = createReadings() }: GroundOptions,
): GroundCheck {
  const statedIn = (passage: Passage) => readings.facts(textOf(passage)).stated;
  const text = withoutCitations(answer);
  const refuse = (why: Ungrounded): GroundCheck => ({ isGrounded: false, why, text });
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
    const { claimed } = readings.facts(said);
    if (claimed.size === 0) continue;
    if (cited.length === 0) return refuse('fact_without_citation');
    const stated = cited.map(statedIn);
    const isStated = (fact: string): boolean => stated.some((facts) => facts.has(fact));
    if (![...claimed].every(isStated)) return refuse('fact_not_in_passage');
    if (overlap(readings, said, cited) < minOverlap) return refuse('other_words');
  }
  if (all.size === 0) return refuse('no_citation');
  // A fact may be split between two sentences.
  const whole = [...all].map(statedIn);
  const isSomewhere = (fact: string): boolean => whole.some((facts) => facts.has(fact));
  if (![...factsOf(sentences.map(withoutCitations).join(' ')).claimed].every(isSomewhere))
    return refuse('fact_not_in_passage');
  return { isGrounded: true, text, cited: [...all] };
}

function withoutCitations(text: string): string {
  return text.replaceAll(CITATION, '').trim();
}

/** Citations after the full stop belong to the sentence before. The numbers of a list are no part of it. */
function sentencesOf(answer: string): string[] {
  let item = 0;
  return answer
    .replaceAll(/([.!?…]+)((?:\s*\[p\d+\])+)/gu, '$2$1')
    .split(/\n+|(?<=[.!?…])\s+(?!\[p)/u)
    .map((sentence) => {
      const [marker, number] = /^\s*(\d{1,2})[.)]$/u.exec(sentence) ?? [];
      if (marker === undefined || Number(number) !== item + 1) return sentence;
      item++;
      return '';
    })
    .filter((sentence) => sentence.trim() !== '');
}

function textOf({ title, text }: Passage): string {
  return `${title}\n${text}`;
}

function overlap({ words: wordsOf }: Readings, said: string, cited: readonly Passage[]): number {
  const words = wordsOf(said);
  const known = cited.flatMap((passage) => wordsOf(textOf(passage)));
  const found = words.filter((word) => known.some((other) => isSameWord(word, other)));
  return words.length === 0 ? 1 : found.length / words.length;
}
