// Runs each pattern of the sources on hostile texts. Prints the patterns that take too long, one a line, as JSON.
// A pattern can hold the process for hours: whoever starts it gives it a time limit, and reads which was the last.
import { performance } from 'node:perf_hooks';
import { collectPatterns } from './collect.mjs';
import { slownessOf } from './slowness.mjs';

const { patterns } = await collectPatterns();
for (const pattern of patterns) {
  process.stdout.write(`${JSON.stringify({ trying: pattern.places })}\n`);
  const slow = slownessOf(pattern);
  if (slow) process.stdout.write(`${JSON.stringify({ slow: pattern.places, ...slow })}\n`);
}
process.stdout.write(`${JSON.stringify({ tried: patterns.length, ms: performance.now() })}\n`);
