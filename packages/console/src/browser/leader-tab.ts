import { signal, type ReadonlySignal } from '@preact/signals';

const LOCK = 'relay-console-leader';

/**
 * Whether this tab speaks for the browser: exactly one of its tabs plays sounds and shows
 * notifications. When that one closes, another takes over.
 */
export function createLeaderTab(): ReadonlySignal<boolean> {
  const isLeader = signal(false);
  const lead = async (): Promise<void> =>
    navigator.locks.request(LOCK, () => {
      isLeader.value = true;
      return new Promise<never>(() => {}); // until the tab closes
    });
  lead().catch(() => {
    // Missing without TLS, or refused by a browser that keeps nothing for this page: then every tab speaks.
    isLeader.value = true;
  });
  return isLeader;
}
