import { MINUTE } from './clock';
import type { Logger } from './log';

const INTERVAL_MS = 10 * MINUTE;

/** Deletes what is over, now and every ten minutes. Each task may run on any number of nodes. */
export function startMaintenance(log: Logger, tasks: readonly (() => Promise<void>)[]): () => void {
  const run = async (): Promise<void> => {
    for (const task of tasks) {
      await task().catch((error: unknown) => log.warn({ err: error }, 'maintenance failed'));
    }
  };
  void run();
  const timer = setInterval(() => void run(), INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
