/**
 * Remembers which signed requests were received. All processes that serve one address must share one.
 *
 * @example
 * const redisReplayStore: ReplayStore = {
 *   claim: async (key, ttlMs) => (await redis.set(key, '1', { NX: true, PX: ttlMs })) === 'OK',
 * };
 */
export interface ReplayStore {
  /**
   * Sets a key if it is absent, atomically, and keeps it for at least `ttlMs`. True for the first caller only. If it
   * throws, the response is 503, and the relay retries.
   */
  claim(key: string, ttlMs: number): boolean | Promise<boolean>;
}

/** Options of `memoryReplayStore`. */
export interface MemoryReplayStoreOptions {
  /** The number of keys, about 150 bytes each. When it is reached, `claim` throws. Default 1,000,000. */
  maxEntries?: number | undefined;
}

/**
 * A replay store for one process. It has two generations of keys and drops the older as a whole, so it needs neither a
 * timer nor a sweep. When it is full it refuses requests.
 *
 * @throws TypeError for a `maxEntries` that is not a positive integer.
 * @example
 * const receiver = createReceiver({ secrets, replayStore: memoryReplayStore({ maxEntries: 50_000 }) });
 */
export function memoryReplayStore(options: MemoryReplayStoreOptions = {}): ReplayStore {
  return new MemoryReplayStore(options.maxEntries ?? 1_000_000);
}

/** The class behind `memoryReplayStore`, so that the receiver can recognise it. */
export class MemoryReplayStore implements ReplayStore {
  readonly #maxEntries: number;
  #current = new Set<string>();
  #previous = new Set<string>();
  #generationMs = 0;
  #startedMs = performance.now();

  constructor(maxEntries: number) {
    if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) {
      throw new TypeError('maxEntries must be a positive integer');
    }
    this.#maxEntries = maxEntries;
  }

  claim(key: string, ttlMs: number): boolean {
    this.#generationMs = Math.max(this.#generationMs, ttlMs);
    this.#rotate();
    if (this.#current.has(key) || this.#previous.has(key)) return false;
    if (this.#current.size + this.#previous.size >= this.#maxEntries) {
      throw new Error(`the replay store holds its limit of ${this.#maxEntries} keys`);
    }
    this.#current.add(key);
    return true;
  }

  /** Rotates by the monotonic clock, because a wall clock that is set forward would drop keys too early. */
  #rotate(): void {
    const nowMs = performance.now();
    const ageMs = nowMs - this.#startedMs;
    if (ageMs < this.#generationMs) return;
    // Any key of the current generation was claimed before the generation was `#generationMs` old.
    this.#previous = ageMs < 2 * this.#generationMs ? this.#current : new Set();
    this.#current = new Set();
    this.#startedMs = nowMs;
  }
}
