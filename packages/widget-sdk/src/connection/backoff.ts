import { isOutlived, type ChatError } from '../errors';

/** A source of randomness in [0, 1), as `Math.random`. */
export type Random = () => number;

const BASE_MS = 1000;
const CAP_MS = 20_000;
/** The longest wait that the relay can ask of a visitor. */
const MAX_HINT_MS = 300_000;

/**
 * The delay after this many failures: full jitter, `random(0, min(20 s, 1 s · 2^n))`. It may be near 0, because
 * clients that are cut off together must not all come back after the same minimum.
 */
export function fullJitterMs(failures: number, random: Random): number {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** failures);
}

/**
 * How long to wait before the next attempt.
 *
 * @param error the reason why the socket, or the attempt at one, failed
 * @param failures the number of failures before this one, since the last socket that stayed open
 * @param spreadMs the time over which the relay asks its clients to spread; 0 if it does not ask
 */
export function reconnectDelayMs(
  error: ChatError,
  failures: number,
  spreadMs: number,
  random: Random = Math.random,
): number {
  if (error.retryAfterMs) return Math.min(error.retryAfterMs, MAX_HINT_MS);
  // Added for a relay that asks repeatedly, so that a hint of 1 ms can't become a hot loop.
  if (spreadMs > 0)
    return (
      random() * Math.min(spreadMs, MAX_HINT_MS) + (failures && fullJitterMs(failures, random))
    );
  // The network works: the next attempt only needs another token or session.
  if (!failures && isOutlived(error)) return 0;
  // This loss is counted: 10,000 clients of a relay that crashed are spread over 2 s, not 1.
  return fullJitterMs(failures + 1, random);
}
