import { describe, expect, it } from 'vitest';
import { fold } from '../../src/bots/language';
import { botOver, indexQuestionSet } from './measured-answers';
import { NAMED_THINGS } from './question-set/named-things';

const ask = botOver(indexQuestionSet());

/** The questions about each of some things, with the reply. */
async function repliesTo(which: 'named' | 'others') {
  const replies: { text: string; thing: string; reply: string | null }[] = [];
  for (const { language, questions, [which]: things } of NAMED_THINGS) {
    for (const thing of things) {
      for (const question of questions) {
        const text = question.replace('{}', thing);
        const decision = await ask(text, language);
        replies.push({ text, thing, reply: decision.kind === 'reply' ? decision.content : null });
      }
    }
  }
  return replies;
}

describe('a question about a row of a table or an entry of a list', () => {
  it('is answered with that row', async () => {
    const replies = await repliesTo('named');
    const right = replies.filter(({ thing, reply }) => {
      const name = fold(thing)
        .split(/[\s'-]/)
        .at(-1)!;
      return reply !== null && fold(reply).includes(name.slice(0, 8));
    });
    expect(right.length / replies.length).toBeGreaterThanOrEqual(0.9);
  });

  it('goes to a person if there is no such row', async () => {
    const replies = await repliesTo('others');
    const answered = replies.filter(({ reply }) => reply !== null).map(({ text }) => text);
    expect(answered.length / replies.length, answered.join('\n')).toBeLessThanOrEqual(0.02);
  });
});
