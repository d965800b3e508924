/** A frozen tab may keep a lock for as long as it sleeps; the work it guards is idempotent. */
const PATIENCE_MS = 10_000;
/** What one tab stores takes a moment to be what the next one, in another process, reads. */
const SETTLE_MS = 500;

/**
 * Runs `task` while no other tab runs one under the same name, and what it stored is on its way to
 * them. Where Web Locks are missing, refuse to work (Firefox before 116 in third-party frames) or
 * take too long, the task runs all the same.
 */
export function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    let work: Promise<T> | undefined;
    const begin = async () => {
      resolve((work ??= task()));
      await work.catch(() => undefined);
      await new Promise((later) => setTimeout(later, SETTLE_MS));
    };
    const ask = async () =>
      navigator.locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin);
    ask().catch(begin);
  });
}
