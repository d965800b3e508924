import { hasValue } from '../reading/values';
import type { HonestSentence, Language, Operator } from '../types';
import { onQuantity } from './changes';

type Choices = readonly (readonly [value: number, text: string])[];
export type ChoicesByLanguage = Record<Language, Choices>;

export const choose = (
  { passage }: HonestSentence,
  choices: ChoicesByLanguage,
): string | undefined =>
  choices[passage.language].find(([value]) => !hasValue(passage, value))?.[1];

/** Writes another value in place of the number, and its unit behind it. */
export const written = (name: string, choices: ChoicesByLanguage): Operator =>
  onQuantity(name, ({ before, after }, sentence) => {
    const text = choose(sentence, choices);
    return text && `${text} ${(after || before).trim()}`;
  });

/** The values of the second and third choices replace the first one where the passage has it. */
export const inOrder = (
  values: readonly number[],
  fr: string,
  en: string,
  de: string,
  es: string,
) => {
  const choices = (texts: string): Choices =>
    texts.split('|').map((text, index) => [values[index] ?? 0, text] as const);
  return { fr: choices(fr), en: choices(en), de: choices(de), es: choices(es) };
};
