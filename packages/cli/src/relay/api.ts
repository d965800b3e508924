import type { ResponseTo, RouteName } from '@chat-relay/server/wire';
import { addressAt } from '@chat-relay/desk/files';
import { readEnvelope } from '@chat-relay/desk/relay/envelope';
import type { CreatedUpload } from '@chat-relay/widget-sdk/rest';
import ky, { type KyInstance } from 'ky';
import { EXIT, ExitError } from '../errors';
import { describeForeign } from './foreign-answer';
import { networkFailure, unreachable, type NetworkFailure } from './network-failure';
import { RelayRefusalError } from './refusals';

/** The optional parts of a request. */
interface RequestOptions {
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
}

/**
 * Calls the relay's HTTP API. `get` and `post` resolve to the envelope's `data`.
 * @throws {RelayRefusalError} if the response is an error
 * @throws {ExitError} 5 if the relay can't be reached
 */
export interface Api {
  get<Name extends RouteName>(route: Name, options?: RequestOptions): Promise<ResponseTo<Name>>;
  post<Name extends RouteName>(
    route: Name,
    body?: object,
    options?: RequestOptions,
  ): Promise<ResponseTo<Name>>;
  /** Calls any route, also one that this program does not know. */
  call(method: 'get' | 'post', route: string, body?: object): Promise<object>;
  /** Fetches a response that is no envelope, such as CSV. */
  getText(route: string, options?: RequestOptions): Promise<string>;
  /** Sends a file to the address that the relay gave for it. The address is signed, so no token is sent. */
  putBytes(put: CreatedUpload['put'], bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Fetches the bytes of a file from its address. */
  getBytes(address: string): Promise<Uint8Array>;
}

/** There was no usable response: the relay is unreachable, or something else responds. The request may have arrived. */
export class RelayUnreachableError extends ExitError {
  override readonly name = 'RelayUnreachableError';
  /** The reason if there was no HTTP response; null if there was one. */
  readonly failure: NetworkFailure | null;

  constructor(message: string, options: ErrorOptions & { failure?: NetworkFailure } = {}) {
    super(EXIT.unreachable, message, options);
    this.failure = options.failure ?? null;
  }
}

const TIMEOUT_MS = 15_000;
/** In ms. The timeout for a file. */
const LONG_TIMEOUT_MS = 10 * 60_000;
const PREFIX = 'api/v1';

/** Makes a client of the relay at `url`, with the token if there is one. */
export function createApi({ url, token }: { url: string; token?: string }): Api {
  // Redirects are not followed, because they would send a password to another host.
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
    get: (route, options = {}) => request(client, url, 'get', route, options),
    post: (route, body, options = {}) =>
      request(client, url, 'post', route, { ...options, ...(body && { json: body }) }),
    call: async (method, route, body) =>
      dataOf(url, await send(client, url, method, route, body ? { json: body } : {})),
    getText: async (route, options = {}) => {
      const answer = await send(client, url, 'get', route, options);
      if (!answer.ok) throw refusalOf(url, answer);
      return textOf(answer);
    },
    putBytes: async ({ url: address, headers }, body) => {
      const sent = { headers: { ...headers }, body };
      dataOf(url, await answerOf(url, files.put(addressAt(url, address), sent)));
    },
    getBytes: async (address) => {
      const answer = await answerOf(url, files.get(addressAt(url, address)));
      if (!answer.ok) throw refusalOf(url, answer);
      return answer.body;
    },
  };
}

interface Answer {
  ok: boolean;
  status: number;
  headers: Headers;
  body: Uint8Array;
}

const textOf = ({ body }: Answer): string => new TextDecoder().decode(body);

type Sent = RequestOptions & { json?: object };

async function request<Name extends RouteName>(
  client: KyInstance,
  url: string,
  method: 'get' | 'post',
  route: Name,
  sent: Sent,
): Promise<ResponseTo<Name>> {
  const data = dataOf(url, await send(client, url, method, route, sent));
  return data as ResponseTo<Name>; // the relay declares its routes with these types
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
    const failure = networkFailure(error, url);
    throw new RelayUnreachableError(unreachable(url, failure), { cause: error, failure });
  }
  const { ok, status, headers } = response;
  const answer = { ok, status, headers, body };
  if (status >= 300 && status < 400) throw foreign(url, answer);
  return answer;
}

function foreign(url: string, answer: Answer): RelayUnreachableError {
  return new RelayUnreachableError(describeForeign(url, { ...answer, text: textOf(answer) }));
}

function dataOf(url: string, answer: Answer): object {
  const envelope = readEnvelope(textOf(answer));
  if (answer.ok && envelope) return envelope.data;
  throw refusalOf(url, answer);
}

function refusalOf(url: string, answer: Answer): RelayRefusalError | RelayUnreachableError {
  const { status } = answer;
  const envelope = readEnvelope(textOf(answer));
  if (!envelope) return foreign(url, answer);
  const code = 'code' in envelope.data ? String(envelope.data['code']) : 'unknown';
  return new RelayRefusalError(status, { ...envelope.data, code }, envelope.message);
}
