import { isMeant, type AskedTerm } from './asked';
import type { Vocabulary } from './vocabulary';

/** So many of those with the most words of the question are read closely. */
export const MAX_READ = 25;

/** The passages with the most of the question's words, rare ones first, with the part of its weight that they have. */
export function passagesWith(
  vocabulary: Vocabulary,
  terms: readonly AskedTerm[],
  size: number,
): { number: number; part: number }[] {
  const scores = new Float64Array(size);
  const own = new Float64Array(size);
  let most = 0;
  for (const { matches, parts, weight, kind } of terms) {
    const worth = weight * weight * (isMeant(kind) ? 1 : LESS);
    most += worth;
    const stems = new Map(matches);
    for (const stem of parts.flatMap((part) => [...part]))
      if (!stems.has(stem)) stems.set(stem, LESS);
    const lists = [...stems].map(([stem, quality]) => ({
      quality,
      numbers: vocabulary.find(stem)?.numbers ?? [],
    }));
    for (const { quality, numbers } of lists) {
      for (const number of numbers) own[number] = Math.max(own[number]!, quality);
    }
    for (const { numbers } of lists) {
      for (const number of numbers) {
        scores[number]! += worth * own[number]!;
        own[number] = 0;
      }
    }
  }
  const found: { number: number; part: number }[] = [];
  const least = leastOf(scores);
  for (let number = 0; number < size; number++) {
    const score = scores[number]!;
    if (score > 0 && score >= least) found.push({ number, part: score / most });
  }
  return found.toSorted((a, b) => b.part - a.part || a.number - b.number).slice(0, MAX_READ);
}

const STEPS = 200;

/** A score that a few more than `MAX_READ` have: sorting all would take longer than finding it. */
function leastOf(scores: Float64Array): number {
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  if (best === 0) return 0;
  const counts = new Uint32Array(STEPS + 1);
  for (const score of scores) if (score > 0) counts[Math.floor((score / best) * STEPS)]! += 1;
  let count = 0;
  let step = STEPS;
  while (step > 0 && (count += counts[step]!) < MAX_READ) step -= 1;
  return (best * step) / STEPS;
}

/** How much a word without much meaning counts, or a part of a compound. */
const LESS = 0.4;
