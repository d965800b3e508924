// Loaded into a relay's process before the relay itself: measures how long its main thread worked without a pause.
import { openSync, readSync } from 'node:fs';

const EVERY_MS = 1;
const text = Buffer.alloc(64);

/** Processor time of the main thread, in ms, so that other programs on a busy machine do not count. */
function workedMs() {
  const [nanoseconds] = text
    .toString('latin1', 0, readSync(figures, text, 0, text.length, 0))
    .split(' ');
  return Number(nanoseconds) / 1e6;
}

let figures = -1;
let now = performance.now.bind(performance);
try {
  figures = openSync('/proc/self/schedstat', 'r');
  if (workedMs() > 0) now = workedMs;
} catch {
  // The file exists only on Linux.
}

let longest = 0;
let last = now();
/** Runs between two turns, so the time since the last run exceeds the longest turn by at most 1 ms. */
setInterval(() => {
  const at = now();
  longest = Math.max(longest, at - last);
  last = at;
}, EVERY_MS).unref();

process.on('message', () => {
  // Waits for the timer to run once more after this turn.
  setTimeout(() => {
    process.send?.(longest);
    longest = 0;
  }, 3 * EVERY_MS);
});
process.channel?.unref();
