import { hostileTexts } from './hostile-texts.mjs';

/** @typedef {import('./collect.mjs').Pattern} Pattern */

/** The longest text of a stranger that a pattern reads, in characters. Shorter ones show first what is cubic. */
const LENGTHS = [512, 4_096, 16_384, 65_536];
const MOST_MS = 150;
/** Another process may have had the processor, or the collector of garbage. */
const TRIES = 4;

/**
 * @param {Pattern} pattern
 * @returns {{ ms: number, length: number, text: string } | null} the first hostile text on which it takes over 150 ms
 */
export function slownessOf(pattern) {
  const search = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ''));
  const all = new RegExp(search.source, `${search.flags}g`);
  const isSticky = pattern.flags.includes('y');
  for (const textOf of hostileTexts(pattern)) {
    for (const length of LENGTHS) {
      const text = textOf(length);
      const ms = shortestMs(() => {
        if (isSticky) return void text.replaceAll(new RegExp(pattern.source, pattern.flags), '');
        search.test(text);
        if (pattern.flags.includes('g')) text.replaceAll(all, '');
      });
      if (ms > MOST_MS) return { ms: Math.round(ms), length, text: text.slice(0, 40) };
    }
  }
  return null;
}

/** @param {() => void} run */
function shortestMs(run) {
  let shortest = Infinity;
  for (let i = 0; i < TRIES && shortest > MOST_MS; i++) {
    const start = performance.now();
    run();
    shortest = Math.min(shortest, performance.now() - start);
    if (shortest > 10 * MOST_MS) break;
  }
  return shortest;
}
