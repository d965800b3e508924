import { ChatError, networkError, type ChatErrorCode } from '../errors';

/** PROTOCOL, visitor socket, close codes. All other codes are ordinary network failures. */
const BY_CLOSE_CODE: Readonly<Record<number, ChatErrorCode>> = {
  1003: 'refused',
  1007: 'refused',
  1008: 'refused',
  1009: 'refused',
  4401: 'token_invalid',
  4403: 'forbidden',
  4404: 'session_expired',
  4409: 'replaced',
  4429: 'rate_limited',
};

/** The close reason that makes a 4403 concern this visitor alone. */
const BLOCKED = 'visitor_blocked';

const FLOOD_WAIT_MS = 30_000;

/**
 * Translates the close of a socket, by the relay or by the network, into an error.
 *
 * @param isOpening true before `welcome`: a 4429 then concerns the network address, and the many clients
 * behind it must not come back together
 */
export function closeError(closeCode: number, message: string, isOpening = false): ChatError {
  const isBlocked = closeCode === 4403 && message === BLOCKED;
  const code = isBlocked ? BLOCKED : BY_CLOSE_CODE[closeCode];
  if (!code) return networkError();
  return new ChatError(code, {
    message,
    retryable: closeCode !== 4403 && closeCode !== 4409,
    retryAfterMs: closeCode === 4429 ? FLOOD_WAIT_MS * (1 + (isOpening ? Math.random() : 0)) : 0,
  });
}

/** The time over which the relay asks its clients to spread, if the close reason has one. */
export function spreadMs(reason: string): number {
  try {
    return Number(JSON.parse(reason).retry_ms) || 0;
  } catch {
    return 0; // a reason that isn't ours (a proxy's) is no hint
  }
}
