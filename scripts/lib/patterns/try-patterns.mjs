// Runs each pattern of the sources on hostile texts, and prints each as JSON before it does, with what is slow after.
// A pattern can hold the process for hours: the test that starts it stops it after a time, and names the last one.
import { collectPatterns } from './collect.mjs';
import { slownessOf } from './slowness.mjs';

/** @param {object} message */
const print = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

const { patterns, unseen } = await collectPatterns();
for (const pattern of patterns) {
  print({ trying: pattern.places });
  const slow = slownessOf(pattern);
  if (slow) print({ slow: pattern.places, ...slow });
}
print({ tried: patterns.length, unseen });
