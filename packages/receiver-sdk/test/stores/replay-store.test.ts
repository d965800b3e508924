import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryReplayStore } from '../../src/index';

const TTL_MS = 1000;

describe('memoryReplayStore', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('accepts the first claim of a key and no other', () => {
    const store = memoryReplayStore();
    expect(store.claim('a', TTL_MS)).toBe(true);
    expect(store.claim('a', TTL_MS)).toBe(false);
    expect(store.claim('b', TTL_MS)).toBe(true);
  });

  it.each([0, 1, 400, 999])('keeps a key claimed at %d ms for its whole time', (claimedMs) => {
    const store = memoryReplayStore();
    void store.claim('first', TTL_MS);
    vi.advanceTimersByTime(claimedMs);
    void store.claim('a', TTL_MS);
    for (let passedMs = 0; passedMs < TTL_MS; passedMs += 111) {
      expect(store.claim('a', TTL_MS)).toBe(false);
      vi.advanceTimersByTime(111);
      if (passedMs + 111 < TTL_MS) void store.claim(`noise ${passedMs}`, TTL_MS);
    }
  });

  it('forgets a key after its time, also after a long silence', () => {
    const store = memoryReplayStore({ maxEntries: 2 });
    void store.claim('a', TTL_MS);
    void store.claim('b', TTL_MS);
    vi.advanceTimersByTime(2 * TTL_MS);
    expect(store.claim('a', TTL_MS)).toBe(true);
    expect(store.claim('b', TTL_MS)).toBe(true);
  });

  it('refuses claims while the store is full', () => {
    const store = memoryReplayStore({ maxEntries: 2 });
    void store.claim('a', TTL_MS);
    void store.claim('b', TTL_MS);
    expect(() => store.claim('c', TTL_MS)).toThrow(/limit of 2/);
    expect(store.claim('a', TTL_MS)).toBe(false);

    vi.advanceTimersByTime(TTL_MS);
    expect(() => store.claim('c', TTL_MS)).toThrow(/limit of 2/);
    vi.advanceTimersByTime(TTL_MS);
    expect(store.claim('c', TTL_MS)).toBe(true);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a replay store of %d entries', (maxEntries) => {
    expect(() => memoryReplayStore({ maxEntries })).toThrow(TypeError);
  });
});
