import type { Passage } from '../knowledge/passage';
import type { Retrieve } from '../knowledge/retrieval';
import { fuse } from './fuse';
import type { NearPassages } from './near-passages';

/**
 * Reorders the first passages by their meaning, too: those that may be quoted, up to an FAQ entry or another language.
 * Whether the built-in bot may quote a passage still depends on its confidence alone.
 */
export function createReranking(deps: { retrieve: Retrieve; near: NearPassages }): Retrieve {
  const { retrieve, near } = deps;
  return async (tenant, question, locale) => {
    const passages = await retrieve(tenant, question, locale);
    const { kind, confidenceThreshold } = tenant.bot;
    if (kind !== 'builtin') return passages;
    const isLike = (passage: Passage): boolean =>
      passage.source === 'knowledge' &&
      passage.confidence >= confidenceThreshold &&
      passage.locale === passages[0]?.locale;
    const end = passages.findIndex((passage) => !isLike(passage));
    const certain = new Map(
      passages
        .slice(0, end === -1 ? undefined : end)
        .map((passage) => [passage.passageId, passage]),
    );
    if (certain.size < 2) return passages;
    const { ids } = await near(tenant, question);
    const order = fuse([[...certain.keys()], ids.filter((id) => certain.has(id))]);
    return [...order.map((id) => certain.get(id)!), ...passages.slice(certain.size)];
  };
}
