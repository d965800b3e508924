import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryReplayStore } from '../../src/index';

const TTL_MS = 1000;

describe('memoryReplayStore', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('lets the first claim of a key through, and no other', () => {
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

  it('forgets a key in the end, also after a long silence', () => {
    const store = memoryReplayStore({ maxEntries: 2 });
    void store.claim('a', TTL_MS);
    void store.claim('b', TTL_MS);
    vi.advanceTimersByTime(2 * TTL_MS);
    expect(store.claim('a', TTL_MS)).toBe(true);
    expect(store.claim('b', TTL_MS)).toBe(true);
  });

  it('fails closed when it is full, and continues once keys have aged', () => {
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

  it.each([0, -1, 1.5, Number.NaN])('takes %d entries for a mistake', (maxEntries) => {
    expect(() => memoryReplayStore({ maxEntries })).toThrow(TypeError);
  });
});
