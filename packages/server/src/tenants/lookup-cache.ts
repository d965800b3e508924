export interface LookupCacheOptions<Value> {
  load(key: string): Promise<Value>;
  /** The lifetime of an entry; a function if it changes. */
  ttlMs: number | (() => number);
  maxEntries: number;
}

/** Caches look-ups for a moment; simultaneous callers share one look-up. */
export interface LookupCache<Value> {
  get(key: string): Promise<Value>;
  forget(key: string): void;
}

interface Entry<Value> {
  value: Promise<Value>;
  loadedAt: number;
}

export function createLookupCache<Value>(options: LookupCacheOptions<Value>): LookupCache<Value> {
  const { load, ttlMs, maxEntries } = options;
  const ttl = typeof ttlMs === 'number' ? () => ttlMs : ttlMs;
  const entries = new Map<string, Entry<Value>>();

  const start = (key: string): Promise<Value> => {
    const value = load(key);
    // The clock is monotonic, because a clock that is set back must not keep an entry alive.
    const entry = { value, loadedAt: performance.now() };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(oldestKey(entries));
    // The callers that wait get a failure; it is not cached.
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return value;
  };

  return {
    get: (key) => {
      const known = entries.get(key);
      return known && performance.now() - known.loadedAt < ttl() ? known.value : start(key);
    },
    forget: (key) => void entries.delete(key),
  };
}

function oldestKey(entries: Map<string, unknown>): string {
  return entries.keys().next().value as string; // only called for a map that is too large
}
