/** From the paper on reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): the first places don't decide alone. */
const RANK_OFFSET = 60;

/**
 * Joins rankings into one by reciprocal rank: what several of them have comes first. Of equals, those of the first list.
 */
export function fuse(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    for (const [place, id] of list.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + place + 1));
    }
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}
