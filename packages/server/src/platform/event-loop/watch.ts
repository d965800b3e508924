import type { Logger } from '../log';
import type { Metrics } from '../metrics/metrics';
import type { RunningWork } from './running-work';

export interface EventLoopWatchOptions {
  log: Logger;
  metrics: Pick<Metrics, 'histogram'>;
  running: RunningWork;
}

const EVERY_MS = 20;
/** A turn this long is logged: every client of the process has waited for it. */
const TOO_LONG_MS = 200;
const MAX_NAMES = 5;
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10];

/**
 * Measures how late a timer is, and logs what ran while it was very late. If the process used little processor time
 * meanwhile, the delay counts, but nothing is logged: the machine was the reason, and no work of the relay.
 * @returns what starts and stops it
 */
export function watchEventLoop({ log, metrics, running }: EventLoopWatchOptions) {
  const delays = metrics.histogram(
    'relay_event_loop_delay_seconds',
    'How much later than it should a timer of 20 ms runs',
    BUCKETS_S,
  );
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let cpu = process.cpuUsage();
  /** The delay to log at the next tick: by then the work that caused it has ended, and its name is known. */
  let heldMs = 0;

  const report = (): void => {
    const work = running.names(MAX_NAMES);
    log.warn(
      { event: 'event_loop.held', ms: Math.round(heldMs), work },
      'one turn of the event loop kept everything else waiting',
    );
    heldMs = 0;
  };
  const tick = (): void => {
    const now = performance.now();
    const delayMs = Math.max(0, now - last - EVERY_MS);
    last = now;
    delays.observe(delayMs / 1000);
    const used = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    if (heldMs > 0) report();
    const usedMs = (used.user + used.system) / 1000;
    if (delayMs > TOO_LONG_MS && usedMs > TOO_LONG_MS) heldMs = delayMs;
    else running.forget();
  };
  return {
    start: () => {
      last = performance.now();
      timer = setInterval(tick, EVERY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
