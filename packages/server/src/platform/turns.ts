/** Runs a task when its turn comes, and answers what the task answers. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

/** At most `count` tasks run at once; the others wait in the order they came. */
export function createTurns(count: number): Turns {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
