import { readEnvelope } from '@chat-relay/console/desk/relay/envelope';
import ky, { TimeoutError, type KyInstance } from 'ky';
import { EXIT, ExitError } from '../errors';
import { sanitiseLine } from '../terminal/sanitise';
import { RelayRefusal } from './refusals';

/** What a request may carry in addition to its body. */
interface RequestOptions {
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
}

/**
 * The relay's HTTP API. `get` and `post` resolve to the envelope's `data`.
 * @throws {RelayRefusal} when the relay answers with an error
 * @throws {ExitError} 5 when it can't be reached
 */
export interface Api {
  get<Data>(route: string, options?: RequestOptions): Promise<Data>;
  post<Data>(route: string, body?: object, options?: RequestOptions): Promise<Data>;
  /** What the relay answers instead of an envelope, such as CSV. */
  getText(route: string, options?: RequestOptions): Promise<string>;
}

/** No usable answer: the relay is unreachable, or the address is not a relay. The request may have arrived. */
export class RelayUnreachable extends ExitError {
  override readonly name = 'RelayUnreachable';

  constructor(message: string, options?: ErrorOptions) {
    super(EXIT.unreachable, message, options);
  }
}

const TIMEOUT_MS = 15_000;
const PREFIX = 'api/v1';

/** A client of the relay at `url`, with the token if there is one. */
export function createApi({ url, token }: { url: string; token?: string }): Api {
  const client = ky.create({
    prefixUrl: `${url}/${PREFIX}`,
    retry: 0,
    timeout: TIMEOUT_MS,
    throwHttpErrors: false,
    // A redirect would send a password to another host.
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
  return {
    get: (route, options = {}) => call(client, url, 'get', route, options),
    post: (route, body, options = {}) =>
      call(client, url, 'post', route, { ...options, ...(body && { json: body }) }),
    getText: async (route, options = {}) => {
      const { ok, status, text } = await send(client, url, 'get', route, options);
      return ok ? text : dataOf(url, { ok, status, text });
    },
  };
}

interface Answer {
  ok: boolean;
  status: number;
  text: string;
}

type Sent = RequestOptions & { json?: object };

async function call<Data>(
  client: KyInstance,
  url: string,
  method: 'get' | 'post',
  route: string,
  sent: Sent,
): Promise<Data> {
  return dataOf<Data>(url, await send(client, url, method, route, sent));
}

async function send(
  client: KyInstance,
  url: string,
  method: 'get' | 'post',
  route: string,
  { query, headers, json }: Sent,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await client(route, {
      method,
      ...(query && { searchParams: query }),
      ...(headers && { headers }),
      ...(json && { json }),
    });
    text = await response.text();
  } catch (error) {
    throw new RelayUnreachable(unreachable(url, error), { cause: error });
  }
  if (response.status >= 300 && response.status < 400) {
    const target = sanitiseLine(response.headers.get('location') ?? 'elsewhere');
    throw new RelayUnreachable(`${url} redirects to ${target}. Use that address with --url.`);
  }
  return { ok: response.ok, status: response.status, text };
}

function dataOf<Data>(url: string, { ok, status, text }: Answer): Data {
  const envelope = readEnvelope(text);
  if (!envelope) {
    throw new RelayUnreachable(
      `${url} answered ${status}, but not as a chat relay does: check --url.`,
    );
  }
  if (ok) return envelope.data as Data; // the relay's answers have the protocol's shape
  const code = 'code' in envelope.data ? String(envelope.data['code']) : 'unknown';
  throw new RelayRefusal(status, { ...envelope.data, code }, envelope.message);
}

function unreachable(url: string, error: unknown): string {
  if (error instanceof TimeoutError) {
    return `${url} did not answer within ${TIMEOUT_MS / 1000} s: Is the relay overloaded, or the address wrong?`;
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return `Nothing listens at ${url}: start the relay, or give --url.`;
  if (code === 'ENOTFOUND') return `${url}: no such host. Check --url or RELAY_URL.`;
  return `${url} can't be reached${code && ` (${code})`}: check the network, --url or RELAY_URL.`;
}
