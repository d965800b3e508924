import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { Made } from './vector-making';

export interface VectorQueue {
  /** Queues a tenant whose vectors may be incomplete. */
  want(tenantId: string): void;
  waiting(): number;
  stop(): Promise<void>;
}

/** Gathers changes: documents are often changed one after another. */
const DELAY_MS = SECOND / 4;
const MAX_AT_ONCE = 2;
/** A tenant beyond this limit is queued again with its next question. */
const MAX_WAITING = 10_000;
/** The wait after an error of the database. */
const RETRY_MS = 30 * SECOND;

export function createVectorQueue(options: {
  make: (tenantId: string, signal: AbortSignal) => Promise<Made>;
  clock: Clock;
  log: Logger;
}): VectorQueue {
  const { make, clock, log } = options;
  const stopping = new AbortController();
  /** Tenant → due time. */
  const due = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    clearTimeout(timer);
    if (stopping.signal.aborted || running.size >= MAX_AT_ONCE) return;
    let first = Infinity;
    for (const [tenantId, moment] of due)
      if (!running.has(tenantId)) first = Math.min(first, moment);
    if (first === Infinity) return;
    timer = setTimeout(start, Math.max(0, first - performance.now()));
    timer.unref();
  };

  const wantAt = (tenantId: string, moment: number): void => {
    const known = due.get(tenantId);
    if (known !== undefined && known <= moment) return;
    if (known === undefined && due.size >= MAX_WAITING) return;
    due.set(tenantId, moment);
    schedule();
  };

  function start(): void {
    const now = performance.now();
    for (const [tenantId, moment] of due) {
      if (running.size >= MAX_AT_ONCE) break;
      if (moment > now || running.has(tenantId)) continue;
      due.delete(tenantId);
      const work = run(tenantId).finally(() => {
        running.delete(tenantId);
        schedule();
      });
      running.set(tenantId, work);
    }
    schedule();
  }

  async function run(tenantId: string): Promise<void> {
    try {
      const made = await make(tenantId, stopping.signal);
      if (!made.isDone) wantAt(tenantId, performance.now() + Math.max(0, made.at - clock()));
    } catch (err) {
      if (stopping.signal.aborted) return;
      log.warn({ event: 'bot.vectors_not_made', err, tenant_id: tenantId }, 'could not embed yet');
      wantAt(tenantId, performance.now() + RETRY_MS);
    }
  }

  return {
    want: (tenantId) => wantAt(tenantId, performance.now() + DELAY_MS),
    waiting: () => due.size + running.size,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
