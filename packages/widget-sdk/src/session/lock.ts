/** In ms. The longest wait for a lock, which a frozen tab may keep. The work under the lock is idempotent. */
const PATIENCE_MS = 10_000;
/** In ms. Another process sees what this tab stored only after a moment, so the lock is kept that long. */
const SETTLE_MS = 500;

/**
 * Runs `task` while no other tab runs one with the same name, and gives the others time to see what it stored.
 * If Web Locks are missing, fail (Firefox before 116 in third-party frames) or take too long, the task runs
 * anyway.
 */
export function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    let work: Promise<T> | undefined;
    const impatience = new AbortController();
    const timer = setTimeout(() => impatience.abort(), PATIENCE_MS);
    const begin = async () => {
      clearTimeout(timer);
      resolve((work ??= task()));
      await work.catch(() => undefined);
      await new Promise((later) => setTimeout(later, SETTLE_MS));
    };
    const ask = async () => navigator.locks.request(name, { signal: impatience.signal }, begin);
    ask().catch(begin);
  });
}

/** Runs tasks one after another, for a chat that shares its storage with no other. */
export function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const own = last.then(task);
    last = own.catch(() => undefined);
    return own;
  };
}
