import { setTimeout as turn } from 'node:timers/promises';
import { vi } from 'vitest';

const STEP_MS = 1000;

/** Lets faked time pass in steps, with a turn of real I/O after each, so that peers can answer. */
export async function pass(ms: number) {
  for (let left = ms; left > 0; left -= STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(left, STEP_MS));
    await turn(3);
  }
}
