export interface Pace {
  /** Milliseconds until the next message may go; 0 when it may go now, which uses it up. */
  take(): number;
}

/**
 * Stays a little below the relay's bucket (burst 20, 5 a second), because a message refused there
 * would come after the ones behind it.
 */
export function createPace(burst = 16, refillMs = 250): Pace {
  /** The moment at which the bucket is full again. */
  let fullAt = 0;
  return {
    take() {
      const now = Date.now();
      // Never further off than a whole bucket, or a clock that is set back would hold us up.
      fullAt = Math.min(Math.max(fullAt, now), now + burst * refillMs);
      const delayMs = fullAt - now - (burst - 1) * refillMs;
      if (delayMs > 0) return delayMs;
      fullAt += refillMs;
      return 0;
    },
  };
}
