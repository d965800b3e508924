import { beforeAll, describe, expect, it } from 'vitest';
import {
  answerable,
  indexQuestionSet,
  isDevelopment,
  measureAnswers,
  sharingWords,
  shareOf,
  type Measured,
} from './measured-answers';

describe('the question set, answered by the built-in bot', () => {
  let measured: Measured[] = [];
  beforeAll(async () => {
    measured = await measureAnswers(indexQuestionSet());
  });
  const half = (isTuned: boolean) =>
    measured.filter(({ question }) => isDevelopment(question) === isTuned);

  it('answers most questions that the documents answer', () => {
    expect(shareOf(answerable(measured), 'right')).toBeGreaterThanOrEqual(0.64);
    expect(shareOf(sharingWords(measured), 'right')).toBeGreaterThanOrEqual(0.85);
  });

  it('answers hardly any question wrongly', () => {
    const wrong = measured.filter(({ outcome }) => outcome === 'wrong');
    const texts = wrong.map(({ question }) => question.text);
    expect(wrong.length / measured.length, texts.join('\n')).toBeLessThanOrEqual(0.02);
  });

  it.each([
    ['that the weights were chosen with', true],
    ['that the weights were not chosen with', false],
  ])('answers the half %s about as well as the other', (_, isTuned) => {
    expect(shareOf(answerable(half(isTuned)), 'right')).toBeGreaterThanOrEqual(0.55);
    expect(shareOf(half(isTuned), 'wrong')).toBeLessThanOrEqual(0.03);
  });

  it('never answers what has no meaning, wants a person, or gives orders', () => {
    const kinds = ['person-wanted', 'nonsense', 'injection'];
    const answered = measured.filter(
      ({ question, reply }) => kinds.includes(question.kind) && reply !== null,
    );
    expect(answered).toEqual([]);
  });

  it('quotes no more than a visitor reads', () => {
    const lengths = measured.map(({ reply }) => reply?.length ?? 0).toSorted((a, b) => a - b);
    // Two quotes, for a question in two parts.
    expect(lengths.at(-1)).toBeLessThanOrEqual(1_300);
  });
});
