import type { ResponseTo, RouteName } from '@chat-relay/server/wire';
import { readEnvelope } from '@chat-relay/desk/relay/envelope';
import { RefusalError, UnreachableError } from './refusal';

export interface RequestOptions {
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Marks a request that no person caused: it does not keep an idle session alive. */
  isBackground?: boolean;
  /** Keeps the request alive while the page is being left. */
  outlivesPage?: boolean;
}

/**
 * The relay's HTTP API, at this page's own origin and with the session's cookie. Routes are named as in the protocol,
 * such as `console/fetch/account`. `get` and `post` resolve to the envelope's `data`.
 * @throws {RefusalError} when the relay responds with an error
 * @throws {UnreachableError} when nothing responds within 15 s, or something other than the relay does
 */
export interface Api {
  get<Name extends RouteName>(route: Name, options?: RequestOptions): Promise<ResponseTo<Name>>;
  /** The response as `text/csv`. */
  getCsv(route: RouteName, options?: RequestOptions): Promise<string>;
  post<Name extends RouteName>(
    route: Name,
    body?: object,
    options?: RequestOptions,
  ): Promise<ResponseTo<Name>>;
}

export interface ApiOptions {
  /** Called after each request, with how the relay responded. */
  onAnswer(outcome: 'answered' | 'troubled' | 'unreachable'): void;
  /** Called when the relay no longer knows the session. */
  onSessionEnded(): void;
  /** Asks the person for the password; false if they cancel. */
  confirmPassword(): Promise<boolean>;
}

const PREFIX = '/api/v1/';
const CSV = { accept: 'text/csv' };
const TIMEOUT_MS = 15_000;
const ENDED = new Set(['session_revoked', 'unauthenticated', 'token_invalid']);

export function createApi({ onAnswer, onSessionEnded, confirmPassword }: ApiOptions): Api {
  const call = async <Name extends RouteName>(
    method: 'GET' | 'POST',
    route: Name,
    options: RequestOptions,
    body?: object,
  ): Promise<ResponseTo<Name>> => {
    try {
      const data = await request(method, route, options, body);
      onAnswer('answered');
      return data as ResponseTo<Name>; // the relay declares its routes with these types
    } catch (error) {
      if (!(error instanceof RefusalError)) onAnswer('unreachable');
      else onAnswer(isOfRelay(error) ? 'troubled' : 'answered');
      if (error instanceof RefusalError && ENDED.has(error.code)) onSessionEnded();
      throw error;
    }
  };
  return {
    get: (route, options = {}) => call('GET', route, options),
    // With this header, `request` gives nothing but text.
    getCsv: (route, options) =>
      call('GET', route, { ...options, headers: CSV }) as Promise<unknown> as Promise<string>,
    post: async (route, body = {}, options = {}) => {
      try {
        return await call('POST', route, options, body);
      } catch (error) {
        const isToConfirm = error instanceof RefusalError && error.code === 'confirmation_required';
        if (!isToConfirm || !(await confirmPassword())) throw error;
        return call('POST', route, options, body);
      }
    },
  };
}

/** Whether the relay itself failed, and not the authenticator, which is another program (`totp_unavailable`). */
const isOfRelay = ({ status, code }: RefusalError): boolean =>
  status >= 500 && code !== 'totp_unavailable';

async function request(
  method: 'GET' | 'POST',
  route: RouteName,
  { query, headers, isBackground, outlivesPage }: RequestOptions,
  body?: object,
): Promise<unknown> {
  const search = query ? `?${new URLSearchParams(stringsOf(query)).toString()}` : '';
  const answer = await fetch(`${PREFIX}${route}${search}`, {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    keepalive: outlivesPage ?? false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      accept: 'application/json',
      'x-relay-console': '1',
      ...(isBackground && { 'x-relay-background': '1' }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new UnreachableError('no answer', { cause });
  });
  const text = await answer.text().catch((cause: unknown) => {
    throw new UnreachableError('cut off', { cause });
  });
  const isFile = answer.ok && headers === CSV;
  if (isFile && answer.headers.get('content-type')?.startsWith('text/csv')) return text;
  const envelope = readEnvelope(text);
  if (!envelope || isFile) throw new UnreachableError(`${answer.status}, but not from a relay`);
  if (answer.ok) return envelope.data;
  throw new RefusalError(answer.status, envelope.data, envelope.message, route);
}

const stringsOf = (query: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
