import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;

/** Long work in slices of 5 ms. */
export interface Slices {
  /** Whether this slice is over: then `pause` at the next opportunity. */
  isOver(): boolean;
  /** Lets everything else run, if this slice is over. */
  pause(): Promise<void>;
}

export function createSlices(): Slices {
  let began = performance.now();
  const isOver = () => performance.now() - began >= SLICE_MS;
  return {
    isOver,
    pause: async () => {
      if (!isOver()) return;
      await nextTurn();
      began = performance.now();
    },
  };
}

/** Work that can be interrupted where it yields. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs the steps in slices, and lets everything else run between them. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const slices = createSlices();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (slices.isOver()) await slices.pause();
  }
}
