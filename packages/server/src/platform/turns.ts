import { AppError } from './errors';

/** Runs a task when its turn comes, and returns its result. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

const RETRY_AFTER_S = 2;

/**
 * At most `count` tasks run at once; the others wait in the order they came.
 * @param maxWaiting how many may wait: each further one is refused with `overloaded`
 */
export function createTurns(count: number, maxWaiting = Infinity): Turns {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (task) => {
    if (free > 0) free--;
    else if (waiting.length < maxWaiting) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else throw new AppError('overloaded', { retryAfterS: RETRY_AFTER_S });
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
