import { describe, expect, it } from 'vitest';
import { createLookupCache } from '../../src/tenants/lookup-cache';

/** Counts look-ups; `settle` answers the oldest that waits. */
function buildCache(options: { ttlMs?: number; maxEntries?: number } = {}) {
  const waiting: { key: string; settle(result: string | Error): void }[] = [];
  let loads = 0;
  const cache = createLookupCache<string>({
    ttlMs: 60_000,
    maxEntries: 10,
    ...options,
    load: (key) => {
      loads += 1;
      return new Promise((resolve, reject) => {
        const settle = (result: string | Error) =>
          result instanceof Error ? reject(result) : resolve(result);
        waiting.push({ key, settle });
      });
    },
  });
  return {
    cache,
    loads: () => loads,
    settle: (result: string | Error) => waiting.shift()?.settle(result),
  };
}

describe('the lookup cache', () => {
  it('shares one look-up among simultaneous callers, and caches it', async () => {
    const { cache, loads, settle } = buildCache();
    const asked = [cache.get('a'), cache.get('a')];
    settle('one');
    expect(await Promise.all(asked)).toEqual(['one', 'one']);
    expect(await cache.get('a')).toBe('one');
    expect(loads()).toBe(1);
  });

  it('looks up again when a cached value has expired', async () => {
    const { cache, loads, settle } = buildCache({ ttlMs: 0 });
    const first = cache.get('a');
    settle('one');
    await first;
    const second = cache.get('a');
    settle('two');
    expect(await second).toBe('two');
    expect(loads()).toBe(2);
  });

  it('does not cache a failure', async () => {
    const { cache, settle } = buildCache();
    const first = cache.get('a');
    settle(new Error('away'));
    await expect(first).rejects.toThrow('away');
    const second = cache.get('a');
    settle('back');
    expect(await second).toBe('back');
  });

  it('looks up again after an invalidation, even while an older look-up is in progress', async () => {
    const { cache, settle } = buildCache();
    const stale = cache.get('a');
    cache.forget('a');
    const fresh = cache.get('a');
    settle('old');
    settle('new');
    expect([await stale, await fresh, await cache.get('a')]).toEqual(['old', 'new', 'new']);
  });

  it('drops the oldest value of a full cache', async () => {
    const { cache, loads, settle } = buildCache({ maxEntries: 2 });
    for (const key of ['a', 'b', 'c']) {
      const asked = cache.get(key);
      settle(key);
      await asked;
    }
    await cache.get('c');
    await cache.get('b');
    expect(loads()).toBe(3);
    void cache.get('a');
    expect(loads()).toBe(4);
  });
});
