/** Numbers that a printed seed brings back (mulberry32). */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number from `from` (inclusive) to `to` (exclusive). */
  between(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item | undefined;
  chance(share: number): boolean;
  /** A separate generator, so that one actor's pace does not change another's choices. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from)),
    pick: (items) => items[Math.floor(next() * items.length)],
    chance: (share) => next() < share,
    fork: () => createRandom(Math.floor(next() * 2 ** 32)),
  };
}
