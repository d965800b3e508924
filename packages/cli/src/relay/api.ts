import { addressAt } from '@chat-relay/console/desk/files';
import { readEnvelope } from '@chat-relay/console/desk/relay/envelope';
import type { CreatedUpload } from '@chat-relay/console/desk/wire';
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
  /** Sends a file to the address that the relay gave for it. It is signed: no token goes along. */
  putBytes(put: CreatedUpload['put'], bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The bytes at the address of a file. */
  getBytes(address: string): Promise<Uint8Array>;
}

/** No usable answer: the relay is unreachable, or the address is not a relay. The request may have arrived. */
export class RelayUnreachable extends ExitError {
  override readonly name = 'RelayUnreachable';

  constructor(message: string, options?: ErrorOptions) {
    super(EXIT.unreachable, message, options);
  }
}

const TIMEOUT_MS = 15_000;
/** For a file. */
const LONG_TIMEOUT_MS = 10 * 60_000;
const PREFIX = 'api/v1';

/** A client of the relay at `url`, with the token if there is one. */
export function createApi({ url, token }: { url: string; token?: string }): Api {
  // A redirect would send a password to another host.
  const usual = { retry: 0, throwHttpErrors: false, redirect: 'manual' } as const;
  const files = ky.create({ ...usual, timeout: LONG_TIMEOUT_MS });
  const client = ky.create({
    ...usual,
    prefixUrl: `${url}/${PREFIX}`,
    timeout: TIMEOUT_MS,
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
      const answer = await send(client, url, 'get', route, options);
      return answer.ok ? textOf(answer) : dataOf(url, answer);
    },
    putBytes: async ({ url: address, headers }, body) => {
      const sent = { headers: { ...headers }, body };
      dataOf(url, await answerOf(url, files.put(addressAt(url, address), sent)));
    },
    getBytes: async (address) => {
      const answer = await answerOf(url, files.get(addressAt(url, address)));
      return answer.ok ? answer.body : dataOf(url, answer);
    },
  };
}

interface Answer {
  ok: boolean;
  status: number;
  body: Uint8Array;
}

const textOf = ({ body }: Answer): string => new TextDecoder().decode(body);

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

function send(
  client: KyInstance,
  url: string,
  method: 'get' | 'post',
  route: string,
  { query, headers, json }: Sent,
): Promise<Answer> {
  const request = client(route, {
    method,
    ...(query && { searchParams: query }),
    ...(headers && { headers }),
    ...(json && { json }),
  });
  return answerOf(url, request);
}

async function answerOf(url: string, request: Promise<Response>): Promise<Answer> {
  let response: Response;
  let body: Uint8Array;
  try {
    response = await request;
    body = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new RelayUnreachable(unreachable(url, error), { cause: error });
  }
  if (response.status >= 300 && response.status < 400) {
    const target = sanitiseLine(response.headers.get('location') ?? 'elsewhere');
    throw new RelayUnreachable(`${url} redirects to ${target}. Use that address with --url.`);
  }
  return { ok: response.ok, status: response.status, body };
}

function dataOf<Data>(url: string, answer: Answer): Data {
  const { ok, status } = answer;
  const envelope = readEnvelope(textOf(answer));
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
