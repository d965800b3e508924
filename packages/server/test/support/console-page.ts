import { request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { apiOf } from './api';
import { PASSWORD, register, uniqueEmail } from './world';

/** Headers that the relay's own page sends with each call. */
export const FROM_PAGE = { 'x-relay-console': '1', 'sec-fetch-site': 'same-origin' };
export const ASKS_FOR_COOKIE = { 'x-relay-session': 'cookie' };

export interface PageAnswer {
  status: number;
  data: Record<string, unknown> & { code?: string };
  headers: IncomingHttpHeaders;
}

export interface PageCall {
  path: string;
  /** Makes it a POST. */
  body?: object;
  headers?: Record<string, string | string[]>;
}

/** A call below the prefix with exactly these headers, `Host` and `Cookie` too. */
export function callAs(url: string, { path, body, headers = {} }: PageCall): Promise<PageAnswer> {
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request(
      {
        hostname,
        port,
        path: `/api/v1${path}`,
        method: body ? 'POST' : 'GET',
        headers: {
          host: `${hostname}:${port}`,
          ...(text && { 'content-type': 'application/json', 'content-length': text.length }),
          ...headers,
        },
      },
      (response) => {
        buffer(response).then((body) => {
          const { data } = JSON.parse(body.toString()) as Pick<PageAnswer, 'data'>;
          resolve({ status: response.statusCode ?? 0, data, headers: response.headers });
        }, reject);
      },
    );
    sent.on('error', reject).end(text);
  });
}

export interface PageSession {
  email: string;
  /** `<name>=<token>`, as a browser sends it back. */
  cookie: string;
  token: string;
  setCookie: string;
  workspaceId: string;
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<PageAnswer>;
}

/** An account that signs in through the relay's own page. */
export async function signInOnPage(
  url: string,
  { remember = false, email }: { remember?: boolean; email?: string } = {},
): Promise<PageSession> {
  const address = email ?? uniqueEmail();
  if (email === undefined) {
    await register(url, address, 'Olga Owner', { organization_name: 'Shop Ltd' });
  }
  const asked = await callAs(url, {
    path: '/console/login',
    body: { email: address, password: PASSWORD, remember },
    headers: { ...FROM_PAGE, ...ASKS_FOR_COOKIE },
  });
  const { challenge_token } = asked.data;
  const sent = await apiOf(url).post<{ dev_otp: string }>('/console/get/login-otp', {
    challenge_token,
  });
  const verified = await callAs(url, {
    path: '/console/verify/login-otp',
    body: { challenge_token, code: sent.data.dev_otp },
    headers: { ...FROM_PAGE, ...ASKS_FOR_COOKIE },
  });
  const [setCookie = ''] = verified.headers['set-cookie'] ?? [];
  const cookie = setCookie.split(';')[0] ?? '';
  const [membership] = verified.data['memberships'] as { workspace_id: string }[];
  return {
    email: address,
    cookie,
    token: cookie.slice(cookie.indexOf('=') + 1),
    setCookie,
    workspaceId: membership?.workspace_id ?? '',
    get: (path, headers) => callAs(url, { path, headers: { ...FROM_PAGE, cookie, ...headers } }),
    post: (path, body = {}, headers) =>
      callAs(url, { path, body, headers: { ...FROM_PAGE, cookie, ...headers } }),
  };
}
