import { closeSync, openSync, readSync } from 'node:fs';

const EVERY_MS = 1;

/** Measures the longest turn of the main thread while `work` runs: in processor time where Linux has it, in ms. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const text = Buffer.alloc(64);
  let file: number | null = null;
  try {
    file = openSync('/proc/self/schedstat', 'r');
  } catch {
    // Without this file, elapsed time is measured, which includes other programs.
  }
  const now = (): number => {
    if (file === null) return performance.now();
    const read = text.toString('latin1', 0, readSync(file, text, 0, text.length, 0));
    return Number(read.split(' ', 1)[0]) / 1e6;
  };
  let longest = 0;
  let last = now();
  const tick = (): void => {
    const at = now();
    longest = Math.max(longest, at - last);
    last = at;
  };
  const timer = setInterval(tick, EVERY_MS);
  try {
    await work();
    tick();
  } finally {
    clearInterval(timer);
    if (file !== null) closeSync(file);
  }
  return longest;
}
