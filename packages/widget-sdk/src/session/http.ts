import { ChatError, networkError, WHERE_TO_LOOK, type ChatErrorCode } from '../errors';
import type { CreatedUpload, MessageHistory, VisitorResponses, VisitorToken } from '../rest';
import { fromWire, type FromWire } from '../connection/wire';
import { toJson } from '../page-proof';

/** A session as the relay returns it. `expiresAt` is the token's end, not the session's. */
export type IssuedToken = FromWire<VisitorToken>;
/** A page of messages, the oldest first. */
export type MessagePage = Pick<FromWire<MessageHistory>, 'messages'>;
/** The address and headers for the bytes of an announced file. */
export type UploadTicket = FromWire<CreatedUpload>;

/** The visitors' routes and the `data` of their responses; a transcript is plain text instead. */
export type Answers = {
  [Path in keyof VisitorResponses]: Path extends 'fetch/transcript'
    ? { text: string }
    : FromWire<VisitorResponses[Path]>;
};

/** A request. With a body (`json`) it is a POST, otherwise a GET. */
export interface HttpRequest {
  token?: string;
  json?: object;
  query?: Record<string, string | number>;
}

/** Calls a route; rejects only with a `ChatError`. */
export type Http = <Path extends keyof Answers>(
  path: Path,
  request: HttpRequest,
) => Promise<Answers[Path]>;

/** In ms. The whole exchange, including the response's body. */
const DEADLINE_MS = 10_000;
/** The type of a transcript. A captive portal responds with HTML. */
const TEXT = 'text/plain';

/** Makes the only function that calls routes. It never retries: the connection knows the back-off and the page. */
export function createHttp(baseUrl: string, fetch?: typeof globalThis.fetch): Http {
  return async <Path extends keyof Answers>(path: Path, { token, json, query }: HttpRequest) => {
    let status: number;
    let body: unknown;
    // `AbortSignal.timeout` is newer than Safari 15.
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), DEADLINE_MS);
    try {
      const url = new URL(`${baseUrl}/api/v1/${path}`);
      for (const [name, value] of Object.entries(query ?? {})) {
        url.searchParams.set(name, `${value}`);
      }
      const response = await (fetch ?? globalThis.fetch)(url, {
        method: json ? 'POST' : 'GET',
        headers: {
          ...(json && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: json ? toJson(json) : null,
        signal: stop.signal,
      });
      ({ status } = response);
      const text = await response.text();
      const isFile = status === 200 && response.headers.get('content-type')?.startsWith(TEXT);
      body = isFile ? { data: { text } } : fromWire(text);
    } catch (cause) {
      throw networkError(cause);
    } finally {
      clearTimeout(timer);
    }
    return readAnswer(status, body);
  };
}

/**
 * Returns the `data` of a response.
 * @param body of any form: a proxy may have responded
 * @throws {ChatError} for anything but a success
 */
export function readAnswer<Data>(status: number, body: unknown): Data {
  const { data, message } = (body ?? {}) as Envelope<Data>;
  if (status < 300 && data) return data;
  // A success without an envelope comes from a captive portal or a proxy: retry it as a 5xx.
  const retryable = status < 300 || status >= 500 || status === 429;
  throw new ChatError(data?.code ?? (retryable ? 'network' : 'http_error'), {
    message: data?.code ? message : WHERE_TO_LOOK,
    retryable,
    retryAfterMs: data?.retryAfterS && data.retryAfterS * 1000,
  });
}

interface Envelope<T> {
  data?: T & { code?: ChatErrorCode; retryAfterS?: number };
  message?: string;
}
