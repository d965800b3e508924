import type { Passage } from '../knowledge/passage';
import type { PassageMatch } from '../wire';

/** The passages that match best, the best first. */
export function closestOf(passages: readonly Passage[], count: number): Passage[] {
  return passages.toSorted((a, b) => b.confidence - a.confidence).slice(0, count);
}

/** Without its text: what it is, and how well it matches. */
export function matchView({ title, source, sourceId, url, confidence }: Passage): PassageMatch {
  return { title, source, source_id: sourceId, url, confidence };
}
