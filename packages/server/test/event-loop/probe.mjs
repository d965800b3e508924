// Loaded into a relay's process before the relay itself: measures how long its main thread worked without a pause.
import { openSync, readSync } from 'node:fs';

const EVERY_MS = 1;
const text = Buffer.alloc(64);

/** What the main thread has worked, in ms. Other programs on a busy machine are no part of it. */
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
  // Only Linux has it.
}

let longest = 0;
let last = now();
/** A timer runs between two turns: what was worked since the last one is at most 1 ms more than one turn. */
setInterval(() => {
  const at = now();
  longest = Math.max(longest, at - last);
  last = at;
}, EVERY_MS).unref();

process.on('message', () => {
  // Once more after this turn.
  setTimeout(() => {
    process.send?.(longest);
    longest = 0;
  }, 3 * EVERY_MS);
});
process.channel?.unref();
