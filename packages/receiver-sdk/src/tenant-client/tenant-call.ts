import type { CreatedUpload, TenantResponses } from './tenant-answers';
import { TenantApiError } from './tenant-errors';
import type { FieldProblem, TenantApiCode } from './tenant-errors';

/** Signs a body. The caller passes the time, because no two calls may have the same timestamp. */
export type SignBody = (
  body: string,
  timestampMs: number,
) => Record<string, string> | Promise<Record<string, string>>;

export interface CallOptions {
  baseUrl: string;
  sign: SignBody;
  timeoutMs: number;
  retries: number;
}

interface Attempt {
  data: unknown;
  error: TenantApiError | null;
  retryAfterMs: number;
}

const API_PREFIX = '/api/v1/';
const MAX_RETRY_AFTER_MS = 30_000;
const FIRST_PAUSE_MS = 250;

export interface TenantCalls {
  /** Calls an operation. Temporary failures are retried with the same body and a new signature. */
  call<Op extends keyof TenantResponses>(op: Op, fields: object): Promise<TenantResponses[Op]>;
  /**
   * Sends the bytes of a file to the path that the relay gave for it, but at this client's own `baseUrl`, which may be
   * an internal address. Temporary failures are retried.
   */
  put(target: CreatedUpload['put'], bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** In ms. Enough for a file of 50 MiB. */
const PUT_TIMEOUT_MS = 120_000;

export function createCalls(options: CallOptions): TenantCalls {
  let lastTimestampMs = 0;

  const attemptCall = async (op: string, body: string): Promise<Attempt> => {
    // Two equal bodies in one millisecond would have the same signature, and the second would be refused as a replay.
    lastTimestampMs = Math.max(Date.now(), lastTimestampMs + 1);
    const headers = await options.sign(body, lastTimestampMs);
    return attempt(`${options.baseUrl}${API_PREFIX}tenant/${op}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(options.timeoutMs),
    });
  };

  const retrying = async <T>(attemptOnce: () => Promise<Attempt>): Promise<T> => {
    for (let tries = 0; ; tries++) {
      const { data, error, retryAfterMs } = await attemptOnce();
      // The relay's contract guarantees the shape.
      if (!error) return data as T;
      if (tries >= options.retries || !isPassing(error)) throw error;
      const pauseMs = Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random()));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };

  return {
    call: (op, fields) => {
      const body = JSON.stringify({ op, ...fields });
      return retrying(() => attemptCall(op, body));
    },
    put: async ({ url, headers }, bytes) => {
      const timeoutMs = Math.max(options.timeoutMs, PUT_TIMEOUT_MS);
      const path = url.slice(url.indexOf(API_PREFIX));
      await retrying(() =>
        attempt(options.baseUrl + path, {
          method: 'PUT',
          headers,
          body: bytes,
          signal: AbortSignal.timeout(timeoutMs),
        }),
      );
    },
  };
}

async function attempt(url: string, request: RequestInit): Promise<Attempt> {
  try {
    const response = await fetch(url, { ...request, redirect: 'manual' });
    return readResponse(response, await response.text());
  } catch (cause) {
    const error = new TenantApiError('unreachable', 'the relay gave no answer', { cause });
    return { data: null, error, retryAfterMs: 0 };
  }
}

function readResponse(response: Response, text: string): Attempt {
  const data = dataOf(text);
  if (response.ok && data) return { data, error: null, retryAfterMs: 0 };
  const { status } = response;
  const retryAfterS = Number(response.headers.get('Retry-After') ?? 0);
  const retryAfterMs = Math.min(retryAfterS * 1000 || 0, MAX_RETRY_AFTER_MS);
  const { code, details, request_id } = (data ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string') {
    const message = `the answer with status ${status} is not the relay's`;
    return {
      data,
      error: new TenantApiError('answer_malformed', message, { status }),
      retryAfterMs,
    };
  }
  const error = new TenantApiError(code as TenantApiCode, `the relay answered ${code}`, {
    status,
    details: Array.isArray(details) ? (details as FieldProblem[]) : [],
    requestId: typeof request_id === 'string' ? request_id : null,
  });
  return { data, error, retryAfterMs };
}

/** Reads the `data` of the relay's envelope. */
function dataOf(text: string): object | null {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    return typeof data === 'object' ? data : null;
  } catch {
    return null;
  }
}

function isPassing({ code, status }: TenantApiError): boolean {
  return code === 'unreachable' || status === 429 || (status !== null && status >= 500);
}
