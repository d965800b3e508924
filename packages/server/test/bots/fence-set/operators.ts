import { CONTACT_OPERATORS } from './operators/contacts';
import { DATE_OPERATORS } from './operators/dates';
import { DISGUISED_WORD_OPERATORS } from './operators/disguised-words';
import { MAGNITUDE_OPERATORS } from './operators/magnitudes';
import { NEAR_HOST_OPERATORS } from './operators/near-hosts';
import { NUMBER_OPERATORS } from './operators/numbers';
import { OTHER_HOST_OPERATORS } from './operators/other-hosts';
import { REMARK_OPERATORS } from './operators/remarks';
import { SCRIPT_OPERATORS } from './operators/scripts';
import { UNIT_OPERATORS } from './operators/units';
import { WORD_OPERATORS } from './operators/words';
import type { HonestSentence, Operator } from './types';

export const OPERATORS: readonly Operator[] = [
  ...NUMBER_OPERATORS,
  ...UNIT_OPERATORS,
  ...MAGNITUDE_OPERATORS,
  ...WORD_OPERATORS,
  ...DISGUISED_WORD_OPERATORS,
  ...REMARK_OPERATORS,
  ...SCRIPT_OPERATORS,
  ...DATE_OPERATORS,
  ...OTHER_HOST_OPERATORS,
  ...NEAR_HOST_OPERATORS,
  ...CONTACT_OPERATORS,
];

export interface DishonestSentence extends HonestSentence {
  source: HonestSentence;
  operator: string;
}

/** Applies every operator to every sentence. A sentence that two operators make is kept once. */
export function dishonestFrom(sentences: readonly HonestSentence[]): DishonestSentence[] {
  const made = new Map<string, DishonestSentence>();
  for (const { name, apply } of OPERATORS) {
    for (const source of sentences) {
      const text = apply(source);
      const key = `${source.passage.id}\n${text}`;
      if (text === null || made.has(key)) continue;
      made.set(key, { passage: source.passage, text, source, operator: name });
    }
  }
  return [...made.values()];
}
