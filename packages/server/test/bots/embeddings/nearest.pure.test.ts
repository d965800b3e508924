import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fuse } from '../../../src/bots/embeddings/fuse';
import { lengthOf, nearest, type VectorList } from '../../../src/bots/embeddings/nearest';

function listOf(vectors: readonly number[][]): VectorList {
  const bytes = Int8Array.from(vectors.flat());
  const dimensions = vectors[0]!.length;
  const lengths = Float32Array.from(vectors, (vector) => lengthOf(Int8Array.from(vector)));
  return { dimensions, ids: vectors.map((_, place) => `${place}`), bytes, lengths };
}

it('finds what points in the same direction, however long it is', async () => {
  const list = listOf([
    [127, 0, 0],
    [3, 4, 0],
    [30, 40, 1],
    [-30, -40, 0],
    [0, 0, 127],
  ]);
  expect(await nearest(list, Int8Array.from([6, 8, 0]), 3)).toEqual(['1', '2', '0']);
  expect(await nearest(list, Int8Array.from([6, 8, 0]), 20)).toEqual(['1', '2', '0']);
});

it('searches 10,000 passages of a large model without holding the event loop for 20 ms', async () => {
  const [count, dimensions] = [10_000, 1_536];
  const bytes = new Int8Array(count * dimensions);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.imul(at + 1, 0x9e3779b1) >> 24;
  const lengths = Float32Array.from({ length: count }, (_, place) =>
    lengthOf(bytes.subarray(place * dimensions, (place + 1) * dimensions)),
  );
  const list = { dimensions, ids: Array.from({ length: count }, (_, n) => `${n}`), bytes, lengths };
  const asked = bytes.slice(4_321 * dimensions, 4_322 * dimensions);
  await nearest(list, asked, 20); // compiled
  let longest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const before = process.cpuUsage();
      await nextTurn();
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  const [first] = await nearest(list, asked, 20);
  isOver = true;
  await watching;
  expect(first).toBe('4321');
  expect(longest).toBeLessThan(20);
});

it('puts first what several rankings have, and keeps the order of a single one', () => {
  expect(fuse([['a', 'b', 'c'], [], ['c', 'd']])).toEqual(['c', 'a', 'b', 'd']);
  expect(fuse([['b', 'a']])).toEqual(['b', 'a']);
  expect(fuse([])).toEqual([]);
});
