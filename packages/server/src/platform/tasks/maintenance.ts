import { MINUTE } from '../clock';
import type { Logger } from '../log';

const INTERVAL_MS = 10 * MINUTE;

/**
 * Deletes expired data, now and every ten minutes. Each task may run on any number of nodes. The result stops
 * it, and resolves when no task is running.
 */
export function startMaintenance(
  log: Logger,
  tasks: readonly (() => Promise<void>)[],
): () => Promise<void> {
  let isStopped = false;
  const run = async (): Promise<void> => {
    for (const task of tasks) {
      if (isStopped) return;
      await task().catch((error: unknown) =>
        log.warn({ event: 'maintenance.failed', err: error }, 'maintenance failed'),
      );
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, INTERVAL_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    return running;
  };
}
