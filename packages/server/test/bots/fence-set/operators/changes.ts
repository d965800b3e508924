import { quantitiesIn, type Quantity } from '../reading/quantities';
import type { HonestSentence, Language, Operator } from '../types';

export type Words = Record<Language, string>;

/** The same text in each language. */
export const everywhere = (text: string): Words => ({ fr: text, en: text, de: text, es: text });

export function replaced({ text }: HonestSentence, at: number, length: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length);
}

/**
 * Adds a remark at the end of the sentence, in front of its last sign. Returns null for a sentence with digits: the
 * result would differ from other cases only in a part that the remark does not touch.
 */
export function withRemark({ text }: HonestSentence, remark: string): string | null {
  if (/\d/.test(text)) return null;
  const [end = ''] = /[.!?]$/.exec(text) ?? [];
  return `${text.slice(0, text.length - end.length)} (${remark})${end}`;
}

/** Changes the first quantity that `change` returns a text for. */
export function onQuantity(
  name: string,
  change: (quantity: Quantity, sentence: HonestSentence) => string | null | undefined,
): Operator {
  return {
    name,
    apply: (sentence) => {
      for (const quantity of quantitiesIn(sentence)) {
        const made = change(quantity, sentence);
        if (made) return replaced(sentence, quantity.index, quantity.text.length, made);
      }
      return null;
    },
  };
}
