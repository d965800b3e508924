import { describe, expect, it } from 'vitest';
import { groupQuestions } from '../../../src/bots/unanswered/grouping';

const group = async (...questions: string[]) =>
  (await groupQuestions(questions.map((question) => ({ question })))).map((items) =>
    items.map(({ question }) => question),
  );

describe('similar questions', () => {
  it.each([
    ['Livrez-vous en Corse ?', 'Est-ce que vous livrer en corse'],
    ['Proposez-vous des emballages cadeaux ?', 'Vous avez un emballage cadeau ?'],
    ['Puis-je payer en plusieurs fois ?', 'paiement en plusieurs fois possible ?'],
    ['Comment réparer mon vélo électrique ?', 'Réparez-vous les velos electriques ?'],
    ['Do you ship to Canada?', 'do you ship to canada, please'],
    ['Is the shop open on Sundays?', 'Are you open Sunday'],
    ['Où est ma commande FR-48213 ?', 'ou est ma commande 77120'],
    ['How long is the warranty of a bike?', 'warrany of bikes, how long'],
  ])('share a group: %s', async (one, other) => {
    const unrelated = ['Où est né votre fondateur ?', 'Who designed the logo?'];
    expect(await group(one, ...unrelated, other)).toEqual([
      [one, other],
      ...unrelated.map((question) => [question]),
    ]);
  });

  it.each([
    ['Livrez-vous en Corse ?', 'Livrez-vous le samedi ?'],
    ['Proposez-vous des emballages cadeaux ?', 'Proposez-vous une carte de fidélité ?'],
    ['Do you ship to Canada?', 'Do you sell bikes in Canada for children?'],
    ['Combien coûte la réparation ?', 'Combien de temps dure la garantie ?'],
    ['Quel est le prix de la livraison en Corse ?', 'Quel est le prix de la livraison en Suisse ?'],
    ['👍', '🙏'],
  ])('and others do not: %s, %s', async (one, other) => {
    expect(await group(one, other)).toEqual([[one], [other]]);
  });

  it('share a group however many ask', async () => {
    const often = Array.from({ length: 300 }, (_, n) => `Livrez-vous en Corse ? ${n}`);
    const [corsica, ...others] = await group(
      ...often,
      'Bonjour, est-ce que vous livrez en Corse svp',
      'Livrez-vous le samedi ?',
    );
    expect(corsica).toHaveLength(301);
    expect(others).toEqual([['Livrez-vous le samedi ?']]);
  });

  it('are found among thousands of long ones while others work', async () => {
    const words = Array.from(
      { length: 400 },
      (_, n) => `mot${String.fromCharCode(97 + (n % 20), 97 + Math.floor(n / 20))}s`,
    );
    const questions = Array.from({ length: 2_000 }, (_, n) =>
      Array.from({ length: 30 }, (_unused, k) => words[(n * 31 + k * k * 7) % 400]).join(' '),
    );
    let longestMs = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 1);
    const groups = await group(...questions, 'Livrez-vous en Corse ?', 'Vous livrez en Corse ?');
    clearInterval(beat);
    expect(groups.at(-1)).toHaveLength(2);
    expect(longestMs).toBeLessThan(300);
  }, 30_000);
});
