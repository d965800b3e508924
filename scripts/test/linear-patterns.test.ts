import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { superLinear } from '../lib/patterns/analysis.mjs';
import { patternsIn } from '../lib/patterns/collect.mjs';
import { BUILT_LATER } from '../lib/patterns/exceptions.mjs';
import { slownessOf } from '../lib/patterns/slowness.mjs';
import { inRoot } from '../lib/paths.mjs';

/** Many times what all of them take. A cubic pattern would take hours. */
const MOST_MS = 120_000;

interface Message {
  trying?: string[];
  slow?: string[];
  tried?: number;
  /** Where patterns are built that it can't try. */
  unseen?: string[];
}

it('reads 64 KiB of hostile text with every pattern of the sources in 50 ms each', async () => {
  const child = spawn(process.execPath, [inRoot('scripts/lib/patterns/try-patterns.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  });
  const messages: Message[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    messages.push(JSON.parse(line) as Message);
  }
  expect(messages.filter(({ slow }) => slow)).toEqual([]);
  // Without the last message, the one before names the pattern that took too long.
  expect(messages.at(-1)).toHaveProperty('tried');
  const { tried, unseen = [] } = messages.at(-1)!;
  expect(tried).toBeGreaterThan(300);
  const unseenIn = new Set(unseen.map((place) => place.replace(/:\d+$/, '')));
  expect([...unseenIn].toSorted()).toEqual(BUILT_LATER.map(({ path }) => path).toSorted());
}, 130_000);

it('has at most ten exceptions', () => {
  expect(BUILT_LATER.length).toBeLessThanOrEqual(10);
});

it.each([
  ['a heading', '^ {0,3}(#{1,6})\\s+(.*?)(?:\\s+#+)?\\s*$', ''],
  ['slashes at an end', '\\/+$', ''],
  ['a link', '\\[([^[\\]]+)\\]\\((https?:[^()\\s]+)[^()]*\\)', 'g'],
  ['an address', '[^\\s@]+@[^\\s@]+\\.[^\\s@]+', 'g'],
  ['a code span', '(`+)[^`]+\\1', 'g'],
])('finds by analysis and by trying that a pattern of %s is slow', (_, source, flags) => {
  const pattern = { source, flags, places: [] };
  expect(superLinear(pattern)).not.toBeNull();
  expect(slownessOf(pattern)).not.toBeNull();
});

it('finds slow what only fails at the end of a line, and what a flag changes', () => {
  expect(slownessOf({ source: '%.*$', flags: '', places: [] })).not.toBeNull();
  expect(slownessOf({ source: '%[^]*$', flags: '', places: [] })).toBeNull();
  expect(slownessOf({ source: '<[^>]*>', flags: 'g', places: [] })).not.toBeNull();
});

it('sees literals and calls of RegExp, and nothing in texts and comments', () => {
  const text = 'const a = /x+/gu; // /y/\nconst b = "/z/";\nconst c = new RegExp(a);';
  const { literals, sites } = patternsIn('a.ts', text);
  expect(literals).toEqual([{ place: 'a.ts:1', source: 'x+', flags: 'gu' }]);
  expect(sites.map(({ line }) => line)).toEqual([3]);
});
