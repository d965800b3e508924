/** The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher, 2009): first places don't decide alone. */
const RANK_OFFSET = 60;

/**
 * Merges rankings by reciprocal rank: ids that are in several of them come first. Ties keep the first list's order.
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
