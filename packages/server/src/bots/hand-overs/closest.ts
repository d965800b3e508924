import type { Passage } from '../knowledge/passage';
import type { PassageMatch } from '../wire';

export function closestOf(passages: readonly Passage[], count: number): Passage[] {
  return passages.toSorted((a, b) => b.confidence - a.confidence).slice(0, count);
}

/** A passage without its text: where it is from, and how well it matches. */
export function matchView({ title, source, sourceId, url, confidence }: Passage): PassageMatch {
  return { title, source, source_id: sourceId, url, confidence };
}
