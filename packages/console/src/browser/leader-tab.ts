import { signal, type ReadonlySignal } from '@preact/signals';

const LOCK = 'relay-console-leader';

/**
 * Whether this tab speaks for the browser: exactly one tab plays sounds and shows notifications. When it closes,
 * another takes over.
 */
export function createLeaderTab(): ReadonlySignal<boolean> {
  const isLeader = signal(false);
  const lead = async (): Promise<void> =>
    navigator.locks.request(LOCK, () => {
      isLeader.value = true;
      return new Promise<never>(() => {}); // holds the lock until the tab closes
    });
  lead().catch(() => {
    // Locks are missing without TLS, and refused where the page may store nothing: then every tab speaks.
    isLeader.value = true;
  });
  return isLeader;
}
