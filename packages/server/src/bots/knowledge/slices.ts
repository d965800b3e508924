import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;

/** For long work: `pause` lets everything else run, once the work has run for 5 ms. */
export function createSlices(): { pause(): Promise<void> } {
  let began = performance.now();
  return {
    pause: async () => {
      if (performance.now() - began < SLICE_MS) return;
      await nextTurn();
      began = performance.now();
    },
  };
}
