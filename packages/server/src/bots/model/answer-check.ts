import type { Passage } from '../knowledge/passage';
import { checkGround, MAX_LENGTH, type GroundCheck } from './ground-check';
import { isInOtherLanguage } from './other-language';
import { idAt } from './prompt';
import { createReadings } from './readings';

export interface AnswerCheckOptions {
  /** The passages in the order in which the model got them. */
  passages: readonly Passage[];
  question: string;
  locale: string;
  tenantLocale: string;
  minOverlap: number;
}

/** Checks an answer while it is being written. */
export interface AnswerCheck {
  /**
   * Returns the newly complete sentences that have passed the check, and may be shown. Null: one has failed, so
   * nothing of this answer may be sent.
   * @param answer the whole text so far
   */
  next(answer: string): string | null;
  /** Checks the whole answer. Only a text that it returns may be committed. */
  whole(answer: string): GroundCheck;
  /** The part of the checked answer that `next` has not returned. */
  rest(): string;
  /** The length of the text so far, in characters. */
  seen(): number;
}

/** A sentence is complete with its citations, before or after the full stop. */
const COMPLETE = /\[p\d{1,6}\]\s{0,3}[.!?…]{1,10}|[.!?…]\s{0,3}(?:\[p\d{1,6}\])+/gu;

export function createAnswerCheck(given: AnswerCheckOptions): AnswerCheck {
  const { question, locale, tenantLocale, minOverlap } = given;
  const passages = new Map(given.passages.map((passage, place) => [idAt(place), passage]));
  const readings = createReadings();
  let checked = 0;
  let passed = '';
  let shown = '';
  let seen = 0;

  function check(text: string): GroundCheck {
    const options = { passages, minOverlap, locale, tenantLocale, readings };
    const result = checkGround(text.toWellFormed(), options);
    if (!result.isGrounded || !isInOtherLanguage(result.text, [locale], question)) return result;
    return { isGrounded: false, why: 'other_language', text: result.text };
  }

  function pass(text: string): GroundCheck {
    const result = check(text);
    if (!result.isGrounded) return result;
    // Visitors have seen this part already, so it can't change any more.
    if (!result.text.startsWith(passed)) {
      return { isGrounded: false, why: 'unknown_citation', text: result.text };
    }
    passed = result.text;
    return result;
  }

  const rest = (): string => {
    const next = passed.slice(shown.length);
    shown = passed;
    return next;
  };

  return {
    next: (answer) => {
      seen = answer.length;
      if (answer.length > MAX_LENGTH) return null;
      const end = endOfComplete(answer, checked);
      if (end === checked) return '';
      checked = end;
      return pass(answer.slice(0, end)).isGrounded ? rest() : null;
    },
    whole: (answer) => {
      seen = answer.length;
      return pass(answer);
    },
    rest,
    seen: () => seen,
  };
}

/** @param from where the last complete sentence ended */
function endOfComplete(answer: string, from: number): number {
  const last = [...answer.slice(from).matchAll(COMPLETE)].at(-1);
  return last ? from + last.index + last[0].length : from;
}
