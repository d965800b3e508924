import { signal, type ReadonlySignal } from '@preact/signals';

const LOCK = 'relay-console-leader';

/**
 * Whether this tab speaks for the browser: exactly one of its tabs plays sounds and shows
 * notifications. When that one closes, another takes over.
 */
export function createLeaderTab(): ReadonlySignal<boolean> {
  const isLeader = signal(false);
  const held = navigator.locks.request(LOCK, () => {
    isLeader.value = true;
    return new Promise<never>(() => {}); // until the tab closes
  });
  held.catch(() => {
    // Refused by a browser that keeps nothing for this page: then every tab speaks.
    isLeader.value = true;
  });
  return isLeader;
}
