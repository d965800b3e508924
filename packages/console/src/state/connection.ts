import { signal, type ReadonlySignal } from '@preact/signals';
import { backoffMs } from '@chat-relay/desk/relay/retry';

export type Link =
  | { kind: 'up' }
  /**
   * The relay has been unreachable, or has responded with errors only, since `sinceMs`.
   * The next attempt is due at `retryAtMs`.
   */
  | { kind: 'unreachable' | 'troubled'; sinceMs: number; retryAtMs: number; isTrying: boolean };

/** Whether the relay responds. While it does not, it is probed with back-off. */
export interface Connection {
  readonly link: ReadonlySignal<Link>;
  report(outcome: 'answered' | 'troubled' | 'unreachable'): void;
  /** Probes now. */
  retry(): void;
}

/** Shortest wait before a probe, so that even the first leaves the relay time to recover. */
const LEAST_MS = 500;
/** While the browser reports that it is offline, a response proves a connection only for this long. */
const RECHECK_MS = 2_000;

/** @param probe any request; its outcome is reported like that of every other */
export function createConnection(probe: () => Promise<unknown>): Connection {
  const link = signal<Link>({ kind: 'up' });
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const attempt = (): void => {
    clearTimeout(timer);
    if (link.value.kind !== 'up') link.value = { ...link.value, isTrying: true };
    // The API client calls `report` with its outcome.
    probe().catch(() => {});
  };

  const connection: Connection = {
    link,
    report(outcome) {
      clearTimeout(timer);
      if (outcome === 'answered') {
        failures = 0;
        if (link.value.kind !== 'up') link.value = { kind: 'up' };
        // The response may have been on its way when the network was lost.
        if (!navigator.onLine) timer = setTimeout(attempt, RECHECK_MS);
        return;
      }
      const now = Date.now();
      const delayMs = LEAST_MS + backoffMs(failures++);
      const sinceMs = link.value.kind === 'up' ? now : link.value.sinceMs;
      link.value = { kind: outcome, sinceMs, retryAtMs: now + delayMs, isTrying: false };
      timer = setTimeout(attempt, delayMs);
    },
    retry: attempt,
  };
  addEventListener('online', () => {
    if (link.value.kind !== 'up') attempt();
  });
  addEventListener('offline', () => connection.report('unreachable'));
  return connection;
}
