import type { Logger } from '../log';
import type { Task } from './task';

export interface Lifecycle {
  /** Parts that are registered together start in order and stop together. */
  register(...parts: readonly Task[]): void;
  /** Starts the parts in the order of their registration. When one fails, everything is stopped. */
  start(): Promise<void>;
  /**
   * Stops what is running, in reverse order. A part that fails doesn't keep the others from stopping.
   * @throws {AggregateError} with the failures, when all has been tried
   */
  stop(): Promise<void>;
  isStopping(): boolean;
}

export function createLifecycle(log: Logger): Lifecycle {
  const stages: (readonly Task[])[] = [];
  /** Includes a part whose start has failed: it may have opened something that `stop` closes. */
  const running = new Set<Task>();
  let starting: Promise<void> | null = null;
  let stopping: Promise<void> | null = null;

  const startAll = async (): Promise<void> => {
    for (const part of stages.flat()) {
      if (stopping) return;
      running.add(part);
      await part.start?.();
    }
  };

  const stopAll = async (): Promise<void> => {
    await starting?.catch(() => undefined); // its caller gets the error
    const failures: unknown[] = [];
    for (const stage of stages.toReversed()) {
      const parts = stage.filter((part) => running.has(part));
      const ends = await Promise.allSettled(parts.map(async (part) => part.stop?.()));
      for (const [index, end] of ends.entries()) {
        if (end.status === 'fulfilled') continue;
        failures.push(end.reason);
        log.error(
          { event: 'relay.part_not_stopped', err: end.reason as unknown, part: parts[index]?.name },
          'a part of the relay did not stop',
        );
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts did not stop');
  };

  const stop = (): Promise<void> => (stopping ??= stopAll());

  return {
    register: (...parts) => {
      stages.push(parts);
      for (const part of parts) if (!part.start) running.add(part);
    },
    start: async () => {
      starting = startAll();
      try {
        await starting;
      } catch (error) {
        await stop().catch(() => undefined); // logged, part by part
        throw error;
      }
    },
    stop,
    isStopping: () => stopping !== null,
  };
}
