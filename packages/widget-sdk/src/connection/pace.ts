const BURST = 16;
const REFILL_MS = 250;

export interface Pace {
  /** Milliseconds until the next message may be sent; 0 if it may be sent now, which uses it up. */
  take(): number;
}

/**
 * Stays a little below the relay's bucket (burst 20, 5 a second), because a message refused there
 * would come after the ones behind it.
 */
export function createPace(): Pace {
  /** The moment at which the bucket is full again. */
  let fullAt = 0;
  return {
    take() {
      const now = performance.now(); // a clock that users can't set
      fullAt = Math.max(fullAt, now);
      const delayMs = fullAt - now - (BURST - 1) * REFILL_MS;
      if (delayMs > 0) return delayMs;
      fullAt += REFILL_MS;
      return 0;
    },
  };
}
