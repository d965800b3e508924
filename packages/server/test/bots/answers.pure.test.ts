import { beforeAll, describe, expect, it } from 'vitest';
import {
  answerable,
  countOf,
  indexQuestionSet,
  measureAnswers,
  measureStrangers,
  sharingWords,
  shareOf,
  type Measured,
} from './measured-answers';

describe('the question set, answered by the built-in bot', () => {
  let measured: Measured[] = [];
  beforeAll(async () => {
    measured = await measureAnswers(indexQuestionSet());
  });

  it('answers most questions that the documents answer', () => {
    expect(shareOf(answerable(measured), 'right')).toBeGreaterThanOrEqual(0.64);
    expect(shareOf(sharingWords(measured), 'right')).toBeGreaterThanOrEqual(0.85);
  });

  it('answers hardly any question wrongly', () => {
    const wrong = measured.filter(({ outcome }) => outcome === 'wrong');
    const texts = wrong.map(({ question }) => question.text);
    expect(wrong.length / measured.length, texts.join('\n')).toBeLessThanOrEqual(0.02);
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

describe('the questions to strangers, answered by the built-in bot', () => {
  let measured: Measured[] = [];
  beforeAll(async () => {
    measured = await measureStrangers();
  });

  it('answers more than half of what the one document answers', () => {
    expect(answerable(measured)).toHaveLength(205);
    expect(countOf(answerable(measured), 'right')).toBeGreaterThanOrEqual(115);
  });

  it('answers at most five of 280 wrongly', () => {
    const wrong = measured.filter(({ outcome }) => outcome === 'wrong');
    const texts = wrong.map(({ question }) => question.text);
    expect(wrong.length, texts.join('\n')).toBeLessThanOrEqual(5);
  });
});
