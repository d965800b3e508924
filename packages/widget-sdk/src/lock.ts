/** A frozen tab may keep a lock for as long as it sleeps; the work it guards is idempotent. */
const PATIENCE_MS = 10_000;

/**
 * Runs `task` while no other tab runs one under the same name. Where Web Locks are missing, refuse
 * to work (Firefox before 116 in third-party frames) or take too long, the task runs all the same.
 */
export async function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  let hasBegun = false;
  try {
    // Typed as always there, which is not so in older browsers and on insecure pages.
    const locks = globalThis.navigator?.locks as LockManager | undefined;
    if (locks) {
      return await locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
        hasBegun = true;
        return task();
      });
    }
  } catch (error) {
    if (hasBegun) throw error;
  }
  return task();
}
