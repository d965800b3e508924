import type { Server } from '@hapi/hapi';
import type { WidgetConfig } from '@chat-relay/widget-sdk/frames';
import { API_PREFIX } from '../../src/platform/http/route';
import { noteSecret, noteSecretsIn } from './printed/notes';

export const PASSWORD = 'correct horse battery';

export interface Answer {
  status: number;
  headers: Headers;
  data: AnswerData;
  message: string;
}

/** Fields of all responses that tests read. Each response has only some of them. */
interface AnswerData {
  [field: string]: any; // oxlint-disable-line typescript/no-explicit-any -- answers have many shapes
  code: string;
  details: { field: string; code: string }[];
  tenants: { tenant_id: string; tenant_name: string; status: string }[];
  operators: { operator_id: string; presence: string }[];
  session_id: string;
  visitor_token: string;
  expires_at: string;
  widget_config: WidgetConfig;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  /** The caller's address; `127.0.0.1` by default. */
  ip?: string;
}

export interface SignedIn {
  token: string;
  accountId: string;
  workspaceId: string;
  data: AnswerData;
}

/** Calls API routes by their path without the prefix, from any address. */
export interface ConsoleCalls {
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Registers and verifies an account, and signs in. */
  register(email: string, more?: object): Promise<SignedIn>;
  /** Signs in with password and code. */
  login(email: string, password?: string): Promise<SignedIn>;
}

export function consoleCalls(serverOf: () => Server): ConsoleCalls {
  const call = async (
    method: string,
    path: string,
    payload: unknown,
    { token, headers = {}, ip = '127.0.0.1' }: CallOptions = {},
  ): Promise<Answer> => {
    const response = await serverOf().inject({
      method,
      url: API_PREFIX + path,
      remoteAddress: ip,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    });
    // A 304 has no body.
    const body = JSON.parse(response.payload || '{}') as Omit<Answer, 'status' | 'headers'>;
    noteSecret('bearer token', token);
    noteSecretsIn(payload);
    noteSecretsIn(body);
    return { ...body, status: response.statusCode, headers: headersOf(response.headers) };
  };
  const get: ConsoleCalls['get'] = (path, options) => call('GET', path, undefined, options);
  const post: ConsoleCalls['post'] = (path, body, options) => call('POST', path, body, options);
  return {
    get,
    post,
    register: async (email, more = { organization_name: 'Acme' }) => {
      const begun = await post('/console/register', {
        email,
        password: PASSWORD,
        display_name: 'Ada',
        ...more,
      });
      return signedIn(
        await post('/console/verify/registration', {
          registration_token: begun.data['registration_token'],
          otp: begun.data['dev_otp'],
        }),
      );
    },
    login: async (email, password = PASSWORD) => {
      const started = await post('/console/login', { email, password });
      const { challenge_token } = started.data;
      const sent = await post('/console/get/login-otp', { challenge_token });
      const code = sent.data['dev_otp'] as string;
      return signedIn(await post('/console/verify/login-otp', { challenge_token, code }));
    },
  };
}

/** @throws when the answer gave no session */
export function signedIn({ status, data }: Answer): SignedIn {
  if (status !== 200) throw new Error(`not signed in: ${JSON.stringify(data)}`);
  return {
    token: data['console_token'],
    accountId: data['account'].account_id,
    workspaceId: data['memberships'][0]?.workspace_id,
    data,
  };
}

function headersOf(fields: Record<string, unknown>): Headers {
  return new Headers(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
}
