/**
 * Remembers which events were handled. An event comes again after a lost answer or a resend, with another
 * signature but the same `event_id`. Keep what is done for at least 4 days: retries go on for 3.
 *
 * @example
 * const store: IdempotencyStore = {
 *   begin: async (id) => (await redis.set(id, 'busy', { NX: true, EX: 60 })) ? 'new' : await redis.get(id),
 *   commit: async (id) => void (await redis.set(id, 'done', { EX: 604_800 })),
 *   release: async (id) => void (await redis.del(id)),
 * };
 */
export interface IdempotencyStore {
  /** Atomic: `new` reserves the event for the caller, `busy` is another caller's reservation. */
  begin(eventId: string): BeginResult | Promise<BeginResult>;
  /** Its handlers ran: from now on `begin` says `done`. */
  commit(eventId: string): void | Promise<void>;
  /** A handler threw: the reservation is given back. */
  release(eventId: string): void | Promise<void>;
}

/** `new`: yours to handle. `done`: handled before. `busy`: somebody is at it. */
export type BeginResult = 'new' | 'done' | 'busy';

/** Options of `memoryIdempotencyStore`. */
export interface MemoryIdempotencyStoreOptions {
  /** Handled events remembered at most; the oldest is forgotten first. Default 100,000. */
  maxEntries?: number | undefined;
}

/**
 * An idempotency store for one process, and the default.
 *
 * @throws TypeError for a `maxEntries` that is not a positive integer.
 * @example
 * const receiver = createReceiver({ secrets, idempotencyStore: memoryIdempotencyStore() });
 */
export function memoryIdempotencyStore(
  options: MemoryIdempotencyStoreOptions = {},
): IdempotencyStore {
  const maxEntries = options.maxEntries ?? 100_000;
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) {
    throw new TypeError('maxEntries must be a positive integer');
  }
  const busy = new Set<string>();
  const done = new Set<string>();

  return {
    begin(eventId) {
      if (done.has(eventId)) return 'done';
      if (busy.has(eventId)) return 'busy';
      busy.add(eventId);
      return 'new';
    },
    commit(eventId) {
      busy.delete(eventId);
      done.add(eventId);
      if (done.size <= maxEntries) return;
      for (const oldest of done) {
        done.delete(oldest);
        break;
      }
    },
    release(eventId) {
      busy.delete(eventId);
    },
  };
}
