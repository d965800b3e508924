import { hostileTexts } from './hostile-texts.mjs';

/** @typedef {import('./collect.mjs').Pattern} Pattern */

/** The longest text of a stranger that a pattern reads, in characters. Shorter ones show first what is cubic. */
const LENGTHS = [512, 2_048, 8_192, 16_384, 65_536];
const MOST_MS = 50;
/** Several tries, because garbage collection may disturb one. */
const TRIES = 4;

/**
 * @param {Pattern} pattern
 * @returns {{ ms: number, length: number, text: string } | null} the first hostile text on which it takes over 50 ms
 */
export function slownessOf(pattern) {
  const search = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ''));
  const all = new RegExp(search.source, `${search.flags}g`);
  const isSticky = pattern.flags.includes('y');
  const sticky = new RegExp(all.source, `${all.flags}y`);
  for (const textOf of hostileTexts(pattern)) {
    for (const length of LENGTHS) {
      const text = textOf(length);
      const ms = shortestMs(() => {
        if (isSticky) return void text.replaceAll(sticky, '');
        search.test(text);
        if (pattern.flags.includes('g')) text.replaceAll(all, '');
      });
      if (ms > MOST_MS) return { ms: Math.round(ms), length, text: text.slice(0, 40) };
    }
  }
  return null;
}

/**
 * Duration of the fastest try in ms: elapsed or processor time, whichever is shorter, so that other programs do not
 * count.
 * @param {() => void} run
 */
function shortestMs(run) {
  let shortest = Infinity;
  for (let i = 0; i < TRIES && shortest > MOST_MS; i++) {
    const [start, before] = [performance.now(), process.cpuUsage()];
    run();
    const { user, system } = process.cpuUsage(before);
    // The garbage collector's threads add to the processor time, so the shorter time counts.
    shortest = Math.min(shortest, performance.now() - start, (user + system) / 1_000);
    if (shortest > 10 * MOST_MS) break;
  }
  return shortest;
}
