import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresh } from '../src/refresh';
import type { Refusal } from '../src/relay/refusal';

const OVERLOADED: Refusal = {
  kind: 'refused',
  status: 503,
  code: 'overloaded',
  data: { retry_after_s: 2 },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A refresh whose reads are recorded: the items, and the time in ms since the start. */
function begin(answers: (Refusal | null)[] = []) {
  const startedMs = Date.now();
  const reads: [items: string[], atMs: number][] = [];
  const troubles: unknown[] = [];
  const refresh = createRefresh<string>({
    read: async (items) => {
      reads.push([[...items].toSorted(), Date.now() - startedMs]);
      const refusal = answers.shift();
      if (refusal) throw refusal;
    },
    explain: (error) => error as Refusal,
    onTrouble: (error) => troubles.push(error),
  });
  return { refresh, reads, troubles };
}

test('reads once for many changes, within half a second and not at once', async () => {
  const moments = new Set<number>();
  for (let page = 0; page < 20; page++) {
    const { refresh, reads } = begin();
    for (const item of ['a', 'b', 'a']) refresh.add(item);
    await vi.advanceTimersByTimeAsync(500);
    expect(reads).toEqual([[['a', 'b'], expect.any(Number)]]);
    moments.add(reads[0]?.[1] ?? 0);
    refresh.stop();
  }
  // A hundred pages don't ask at the same moment.
  expect(moments.size).toBeGreaterThan(5);
});

test('reads again what changes while it reads', async () => {
  const { refresh, reads } = begin();
  refresh.add('a');
  await vi.advanceTimersByTimeAsync(500);
  refresh.add('b');
  refresh.add('b');
  await vi.advanceTimersByTimeAsync(500);
  expect(reads.map(([items]) => items)).toEqual([['a'], ['b']]);
});

test('reads later what the relay can’t answer now, and no sooner than it asks', async () => {
  const { refresh, reads, troubles } = begin([OVERLOADED]);
  refresh.add('a');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads.map(([items]) => items)).toEqual([['a'], ['a']]);
  const [firstMs = 0, secondMs = 0] = reads.map(([, atMs]) => atMs);
  expect(secondMs - firstMs).toBeGreaterThanOrEqual(2_000);
  expect(troubles).toEqual([]);
});

test('reports what is refused permanently, and reads on with the next change', async () => {
  const gone: Refusal = { kind: 'refused', status: 404, code: 'not_found', data: {} };
  const { refresh, reads, troubles } = begin([gone]);
  refresh.add('a');
  await vi.advanceTimersByTimeAsync(10_000);
  refresh.add('b');
  await vi.advanceTimersByTimeAsync(500);
  expect(reads.map(([items]) => items)).toEqual([['a'], ['b']]);
  expect(troubles).toEqual([gone]);
});

test('reads nothing after its end', async () => {
  const { refresh, reads } = begin();
  refresh.add('a');
  refresh.stop();
  refresh.add('b');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toEqual([]);
});
