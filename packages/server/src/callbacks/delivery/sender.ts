import { Pool, type Dispatcher } from 'undici';
import type { AddressGuard } from './address-guard';
import { NDJSON, streamedResponse, type StreamedResponse } from './response-lines';
import { CONNECT_TIMEOUT_MS, type CallbackProxy } from './callback-proxy';
import { createGuardedConnect } from './guarded-connect';
import { failureReason, type FailureReason } from './send-failure';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Returns a response of lines as a stream, instead of reading it. */
  mayStream?: boolean;
}

/** The headers of the response that decide the next step, or explain it. */
export interface ResponseHeaders {
  'retry-after'?: string;
  date?: string;
  location?: string;
  'content-type'?: string;
}

export type Attempt =
  | {
      kind: 'responded';
      status: number;
      /** The body as UTF-8, cut at `maxResponseBytes`. */
      bodyText: string;
      headers: ResponseHeaders;
      durationMs: number;
      /** Set for a 2xx response of lines, if it may be one; `bodyText` is then empty. */
      stream?: StreamedResponse;
    }
  | {
      kind: 'failed';
      reason: FailureReason;
      message: string;
      durationMs: number;
      /** Set if a kept connection was closed before any part of a response arrived. */
      isStaleConnection?: true;
    };

export interface SenderOptions {
  guard: AddressGuard;
  /** Left out or null to call every address directly. */
  proxy?: CallbackProxy | null;
  /** Limits the whole attempt, including the body. */
  timeoutMs?: number;
  connectTimeoutMs?: number;
  maxResponseBytes?: number;
}

export interface Sender {
  /** Posts once: no redirect is followed, nothing is retried. Never rejects. */
  post(post: Post): Promise<Attempt>;
  /** Aborts the requests in flight. */
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 30_000;
const MAX_ORIGINS = 256;
/** The most bytes to read for each byte of a body: the smallest chunks need six times their content, then headers. */
const OVERHEAD = 16;

export function createSender(options: SenderOptions): Sender {
  const { guard, proxy = null, timeoutMs = 10_000 } = options;
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const { maxResponseBytes = 65_536 } = options;
  const connect = createGuardedConnect({
    guard,
    proxy,
    timeoutMs: connectTimeoutMs,
    maxReadBytes: OVERHEAD * maxResponseBytes,
  });
  /** Connections by origin, the least recently used first. */
  const pools = new Map<string, Pool>();

  function poolOf(origin: string): Pool {
    const pool =
      pools.get(origin) ??
      new Pool(origin, {
        connect,
        // Tenants may share an origin, and one that hangs must leave room for the others: the caller limits the
        // requests in flight.
        connections: null,
        pipelining: 1, // a broken socket must fail only one request
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
        // undici's own timeouts are between bytes: a slow trickle would never end.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    pools.delete(origin);
    pools.set(origin, pool);
    const [oldest] = pools.keys();
    if (pools.size > MAX_ORIGINS && oldest !== undefined) retire(oldest);
    return pool;
  }

  function retire(origin: string): void {
    void pools.get(origin)?.close(); // waits for its requests
    pools.delete(origin);
  }

  async function post({ url: text, headers, body, mayStream = false }: Post): Promise<Attempt> {
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    const checked = guard.checkUrl(text);
    if (!checked.ok) {
      const message = `callbacks may not be sent to this address: ${checked.reason}`;
      return { kind: 'failed', reason: 'forbidden_address', message, durationMs: 0 };
    }

    const abort = new AbortController();
    const deadline = setTimeout(() => abort.abort(), timeoutMs);
    let isResponding = false;
    try {
      const response = await poolOf(checked.url.origin).request({
        method: 'POST',
        path: checked.url.pathname,
        headers: { ...headers, 'accept-encoding': 'identity' },
        body,
        signal: abort.signal,
      });
      isResponding = true;
      const { statusCode: status } = response;
      const kept = pickHeaders(response.headers);
      if (mayStream && isOk(status) && kept['content-type']?.startsWith(NDJSON)) {
        const stream = streamedResponse(response.body, maxResponseBytes);
        const responded = { kind: 'responded', status, headers: kept } as const;
        return { ...responded, bodyText: '', durationMs: durationMs(), stream };
      }
      const bodyText = await readText(response.body, maxResponseBytes);
      return { kind: 'responded', status, bodyText, headers: kept, durationMs: durationMs() };
    } catch (error) {
      const reason = abort.signal.aborted ? 'timeout' : failureReason(error);
      const message = reason === 'timeout' ? `no answer within ${timeoutMs} ms` : messageOf(error);
      const isStale = reason === 'reset' && !isResponding && hadResponded(error);
      return {
        kind: 'failed',
        reason,
        message,
        durationMs: durationMs(),
        ...(isStale && { isStaleConnection: true }),
      };
    } finally {
      clearTimeout(deadline);
    }
  }

  async function close(): Promise<void> {
    await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    pools.clear();
  }

  return { post, close };
}

function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

/** True if the connection was used before: undici reports how many bytes had arrived on it, 0 on a new one. */
function hadResponded(error: unknown): boolean {
  const { socket } = error as { socket?: { bytesRead?: number } };
  return (socket?.bytesRead ?? 0) > 0;
}

/** Returns the error's message, else its code: several refused addresses give one AggregateError without a message. */
function messageOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

/** Reads up to the limit and then closes the connection. */
async function readText(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  body.on('error', () => {}); // closing it early is no failure; the loop throws all others
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

const KEPT_HEADERS = ['retry-after', 'date', 'location', 'content-type'] as const;

function pickHeaders(headers: Dispatcher.ResponseData['headers']): ResponseHeaders {
  const picked: ResponseHeaders = {};
  for (const name of KEPT_HEADERS) {
    const value = [headers[name]].flat()[0];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
