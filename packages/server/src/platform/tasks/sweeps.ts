/**
 * Runs a sweep every so often, never two at a time.
 * @param sweep asks between its steps whether to stop
 * @returns stops, and resolves when none is running
 */
export function startSweeps(
  everyMs: number,
  sweep: (isStopped: () => boolean) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let isStopped = false;
  let isBusy = false;
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = sweep(() => isStopped)
      .catch(onFailure)
      .finally(() => (isBusy = false));
  }, everyMs);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}
