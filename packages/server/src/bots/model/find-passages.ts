import type { NearPassages } from '../embeddings/near-passages';
import type { Passage } from '../knowledge/passage';
import type { Retrieve, Searched } from '../knowledge/retrieval';
import { fuse } from '../embeddings/fuse';

/** The unanswered messages of a visitor, as one question. */
export interface VisitorQuestion {
  text: string;
  /** The visitor's question before it, if this one can't be understood alone; see `isFollowUp`. */
  earlier: string | null;
  locale: string;
}

/**
 * Finds the passages that a model gets, the closest first. They include passages with too little confidence for the
 * built-in bot: here the check of the answer protects visitors.
 * @param known what the built-in bot has found for the text alone
 */
export type FindPassages = (
  tenant: Searched,
  question: VisitorQuestion,
  known: readonly Passage[],
) => Promise<Passage[]>;

const MAX_PASSAGES = 8;
/** The least confidence of a passage: less than this comes from one common word. */
const FLOOR = 0.001;

export function createFindPassages(deps: { retrieve: Retrieve; near: NearPassages }): FindPassages {
  const { retrieve, near } = deps;
  return async (tenant, { text, earlier, locale }, known) => {
    const whole = earlier === null ? text : `${earlier}\n${text}`;
    const [joined, nearby] = await Promise.all([
      earlier === null ? [] : retrieve(tenant, whole, locale),
      near(tenant, whole),
    ]);
    const found = new Map([...known, ...joined].map((passage) => [passage.passageId, passage]));
    const lists = [known, joined].map((passages) =>
      passages.filter(({ confidence }) => confidence >= FLOOR).map(({ passageId }) => passageId),
    );
    const ids = fuse([...lists, nearby.ids]).slice(0, MAX_PASSAGES);
    const unknown = await nearby.read(ids.filter((id) => !found.has(id)));
    for (const passage of unknown) found.set(passage.passageId, passage);
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}
