import { describe, expect, it } from 'vitest';
import { memoryIdempotencyStore } from '../../src/index';

describe('memoryIdempotencyStore', () => {
  it('reserves an event for one process until it is done', () => {
    const store = memoryIdempotencyStore();
    expect(store.begin('a')).toBe('new');
    expect(store.begin('a')).toBe('busy');
    void store.commit('a');
    expect(store.begin('a')).toBe('done');
  });

  it('gives a released event to the next process', () => {
    const store = memoryIdempotencyStore();
    void store.begin('a');
    void store.release('a');
    expect(store.begin('a')).toBe('new');
  });

  it('forgets the oldest handled event beyond its limit, never a reservation', () => {
    const store = memoryIdempotencyStore({ maxEntries: 2 });
    void store.begin('held');
    for (const eventId of ['a', 'b', 'c']) {
      void store.begin(eventId);
      void store.commit(eventId);
    }
    expect(['held', 'b', 'c', 'a'].map((eventId) => store.begin(eventId))).toEqual([
      'busy',
      'done',
      'done',
      'new',
    ]);
  });

  it.each([0, 2.5])('refuses an idempotency store of %d entries', (maxEntries) => {
    expect(() => memoryIdempotencyStore({ maxEntries })).toThrow(TypeError);
  });
});
