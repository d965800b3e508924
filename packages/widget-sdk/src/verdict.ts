import { ChatError, type ChatErrorCode } from './errors';

/**
 * What a failed attempt or a lost socket means for the next one:
 * - `retry`: ordinary network life, back off;
 * - `token`: the token is bad, get another, the first time at once;
 * - `session`: the session is gone, create one, the first time at once;
 * - `frame`: the relay refused something we sent, don't repeat it;
 * - `spread`: come back at a random moment within `ms`;
 * - `wait`: not before `ms`;
 * - `stop`: trying again can't help.
 */
export type Verdict =
  | { kind: 'retry' | 'token' | 'session' | 'frame' }
  | { kind: 'spread' | 'wait'; ms: number }
  | { kind: 'stop'; error: ChatError };

/** However long a hint asks for, a visitor is not kept away for longer than this. */
const MAX_HINT_MS = 300_000;
const RETRY: Verdict = { kind: 'retry' };
const FRAME: Verdict = { kind: 'frame' };

/** PROTOCOL, visitor socket, close codes. Every code that is not here is network life. */
const BY_CLOSE_CODE: Readonly<Record<number, Verdict>> = {
  1003: FRAME,
  1007: FRAME,
  1008: FRAME,
  1009: FRAME,
  4401: { kind: 'token' },
  4403: { kind: 'stop', error: new ChatError('forbidden') },
  4404: { kind: 'session' },
  4409: { kind: 'stop', error: new ChatError('replaced') },
  4429: { kind: 'wait', ms: 30_000 },
};

/** Reads a close frame. 1012 and 1013 may carry `{"retry_ms": n}` as their reason. */
export function closeVerdict(code: number, reason: string): Verdict {
  if (code === 1012 || code === 1013) {
    try {
      const hint: unknown = JSON.parse(reason).retry_ms;
      if (Number(hint) > 0) return { kind: 'spread', ms: Math.min(Number(hint), MAX_HINT_MS) };
    } catch {
      // A reason that isn't ours (a proxy's) is no hint.
    }
  }
  return BY_CLOSE_CODE[code] ?? RETRY;
}

const TRANSIENT: ReadonlySet<ChatErrorCode> = new Set([
  'network',
  'overloaded',
  'storage_unavailable',
  'shutting_down',
  'rate_limited',
  'internal_error',
]);

/** Reads a failed request. */
export function errorVerdict(error: ChatError): Verdict {
  const { code, retryAfterMs } = error;
  if (code === 'token_invalid') return { kind: 'token' };
  if (code === 'session_expired') return { kind: 'session' };
  if (retryAfterMs) return { kind: 'wait', ms: Math.min(retryAfterMs, MAX_HINT_MS) };
  return TRANSIENT.has(code) ? RETRY : { kind: 'stop', error };
}
