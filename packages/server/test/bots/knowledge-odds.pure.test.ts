import { describe, expect, it } from 'vitest';
import { KNOWLEDGE_QUESTIONS } from './knowledge-questions';
import { indexProjectDocuments } from './project-documents';

/** The default `confidence_threshold`. */
const THRESHOLD = 0.5;

const { index, pages } = indexProjectDocuments();

type Outcome = 'right' | 'wrong' | 'handed over';

async function outcomes(questions: typeof KNOWLEDGE_QUESTIONS) {
  const reached = questions.map(async ([question, answer]) => {
    const [best] = await index.search(question);
    const isAnswered = best !== undefined && best.confidence >= THRESHOLD;
    const isRight = isAnswered && answer !== null && answer.test(best.text);
    const outcome: Outcome = isRight ? 'right' : isAnswered ? 'wrong' : 'handed over';
    return { question, outcome };
  });
  return Promise.all(reached);
}

describe("questions about this project's documents", () => {
  // Pairs of one that has an answer and one that has none: every other pair was used to choose the constants.
  const isTuned = (place: number) => Math.floor(place / 2) % 2 === 0;
  it.each([
    // The one wrong answer: how to start a relay, for a relay that does not start.
    ['that the constants were chosen with', true, 1],
    ['that the constants were not chosen with', false, 0],
  ])('%s are answered from the right passage, or handed over', async (_, tuned, wrong) => {
    const half = await outcomes(
      KNOWLEDGE_QUESTIONS.filter((_q, place) => isTuned(place) === tuned),
    );
    const count = (outcome: Outcome) => half.filter((one) => one.outcome === outcome).length;
    expect(pages).toBeGreaterThanOrEqual(60);
    expect(count('wrong')).toBeLessThanOrEqual(wrong);
    // Of 15 that have an answer.
    expect(count('right')).toBeGreaterThanOrEqual(7);
  });
});
