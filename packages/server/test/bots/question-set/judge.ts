import type { Question } from './types';

export type Outcome = 'right' | 'wrong' | 'handed-over';

/** The text in lower case, without Markdown emphasis, each run of white space as one space. */
const comparable = (text: string): string =>
  text.replaceAll(/[*_]+/g, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

export const hasFact = (text: string, fact: string): boolean =>
  comparable(text).includes(comparable(fact));

/** Judges what the bot did with a question; null means that it gave no reply. */
export function judge(question: Question, reply: string | null): Outcome {
  if (reply === null) return 'handed-over';
  if (!('answer' in question)) return 'wrong';
  const isRight = question.answer.every((group) => group.some((fact) => hasFact(reply, fact)));
  return isRight ? 'right' : 'wrong';
}
