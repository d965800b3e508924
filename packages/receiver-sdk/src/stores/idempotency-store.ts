/**
 * Remembers which events were handled. An event comes again after a lost response or a resend, with another
 * signature but the same `event_id`. Keep handled events for at least 4 days: retries continue for 3.
 */
export interface IdempotencyStore {
  /** Reserves an event atomically. `new`: it is reserved for this caller. `busy`: another caller has reserved it. */
  begin(eventId: string): BeginResult | Promise<BeginResult>;
  /**
   * Marks an event as handled: from now on `begin` returns `done`, with `answer` if it was given. It is given if a
   * handler returned actions, so that they can be sent again if the first response was lost.
   */
  commit(eventId: string, answer?: string): void | Promise<void>;
  /** Releases the reservation, because a handler threw. */
  release(eventId: string): void | Promise<void>;
}

/**
 * `new`: handle the event. `done`: it was handled before, perhaps with the value given to `commit`. `busy`:
 * another caller is handling it.
 */
export type BeginResult = 'new' | 'done' | 'busy' | { done: string };

/** Options of `memoryIdempotencyStore`. */
export interface MemoryIdempotencyStoreOptions {
  /** The number of events that are remembered; the oldest is dropped first. Default 100,000. */
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
  const done = new Map<string, string | undefined>();

  return {
    begin(eventId) {
      if (done.has(eventId)) return answered(done.get(eventId));
      if (busy.has(eventId)) return 'busy';
      busy.add(eventId);
      return 'new';
    },
    commit(eventId, answer) {
      busy.delete(eventId);
      done.set(eventId, answer);
      if (done.size <= maxEntries) return;
      for (const oldest of done.keys()) {
        done.delete(oldest);
        break;
      }
    },
    release(eventId) {
      busy.delete(eventId);
    },
  };
}

function answered(answer: string | undefined): BeginResult {
  return answer === undefined ? 'done' : { done: answer };
}
