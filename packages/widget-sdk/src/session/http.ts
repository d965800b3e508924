import { ChatError, networkError, WHERE_TO_LOOK, type ChatErrorCode } from '../errors';
import type { MessageView, WidgetConfig } from '../frames';
import { fromWire, type FromWire } from '../connection/wire';

/** A session as the relay hands it out. `expiresAt` is the token's end, not the session's. */
export interface IssuedToken {
  sessionId: string;
  visitorToken: string;
  expiresAt: string;
}

/** The oldest first. */
export interface MessagePage {
  messages: FromWire<MessageView>[];
}

/** The visitor's routes and the `data` each answers with. */
export interface Answers {
  'create/visitor-session': IssuedToken;
  'refresh/visitor-token': IssuedToken;
  /** With a token when the user has a session of an earlier visit, and is led to it. */
  'identify/visitor': { userId: string } | ({ userId: string } & IssuedToken);
  'end/visitor-session': object;
  'fetch/messages': MessagePage;
  'fetch/widget-config': { widgetConfig: FromWire<WidgetConfig> };
}

/** A request with a body is a POST. */
export interface HttpRequest {
  token?: string;
  json?: object;
  query?: Record<string, string | number>;
}

/** Calls a route; rejects with a `ChatError` and nothing else. */
export type Http = <Path extends keyof Answers>(
  path: Path,
  request: HttpRequest,
) => Promise<Answers[Path]>;

/** Over the whole exchange, the body included. */
const DEADLINE_MS = 10_000;

/** The only module that sends requests. It never retries: the connection knows the back-off and the page. */
export function createHttp(baseUrl: string, fetch?: typeof globalThis.fetch): Http {
  return async <Path extends keyof Answers>(path: Path, { token, json, query }: HttpRequest) => {
    let status: number;
    let body: Envelope<Answers[Path]> | null;
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
        body: json ? JSON.stringify(json) : null,
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      ({ status } = response);
      // An answer without an envelope is handled below.
      body = fromWire(await response.text()) as Envelope<Answers[Path]> | null;
    } catch (cause) {
      throw networkError(cause);
    }
    const data = body?.data;
    if (status < 300 && data) return data;
    // A success without an envelope comes from a captive portal or a proxy: retry it as a 5xx.
    const retryable = status < 300 || status >= 500 || status === 429;
    throw new ChatError(data?.code ?? (retryable ? 'network' : 'http_error'), {
      message: data?.code ? body?.message : WHERE_TO_LOOK,
      retryable,
      retryAfterMs: data?.retryAfterS && data.retryAfterS * 1000,
    });
  };
}

interface Envelope<T> {
  data?: T & { code?: ChatErrorCode; retryAfterS?: number };
  message?: string;
}
