import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { apiOf } from '../support/api';
import {
  ASKS_FOR_COOKIE,
  callAs,
  FROM_PAGE,
  signInOnPage,
  type PageAnswer,
  type PageSession,
} from '../support/console-page';
import { startLogin, startRegistration } from '../support/members';
import { useRelay } from '../support/relay';
import { createVisitor, createWorld, register, uniqueEmail } from '../support/world';

/** Origin whose pages may call the console's routes, but only with a bearer token. */
const ALLOWED_ORIGIN = 'https://ops.example';
const relay = useRelay({ env: { CONSOLE_ORIGINS: ALLOWED_ORIGIN } });

const outcome = ({ status, data, headers }: PageAnswer) => [
  status,
  data.code,
  headers['set-cookie'],
];
const REFUSED = [403, 'origin_not_allowed', undefined];

describe('a page elsewhere signs no one in', () => {
  const send = (path: string, body: object, headers: object) =>
    callAs(relay.url, { path, body, headers: { ...ASKS_FOR_COOKIE, ...headers } });
  const ELSEWHERE = [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://shop.example' },
    { origin: ALLOWED_ORIGIN },
  ];

  it('with the code that was mailed, which works on the console’s page afterwards', async () => {
    const email = uniqueEmail();
    await register(relay.url, email, 'Olga', { organization_name: 'Shop' });
    const challenge_token = await startLogin(relay.url, email);
    const sent = await apiOf(relay.url).post<{ dev_otp: string }>('/console/get/login-otp', {
      challenge_token,
    });
    const body = { challenge_token, code: sent.data.dev_otp };
    for (const headers of ELSEWHERE) {
      expect(outcome(await send('/console/verify/login-otp', body, headers))).toEqual(REFUSED);
      const wrong = { ...body, code: '000000' };
      expect(outcome(await send('/console/verify/login-otp', wrong, headers))).toEqual(REFUSED);
    }
    const own = await send('/console/verify/login-otp', body, FROM_PAGE);
    expect([own.status, own.headers['set-cookie']?.length]).toEqual([200, 1]);
  });

  it('by finishing a registration', async () => {
    const { registrationToken: registration_token, otp } = await startRegistration(relay.url);
    const body = { registration_token, otp };
    for (const headers of ELSEWHERE) {
      expect(outcome(await send('/console/verify/registration', body, headers))).toEqual(REFUSED);
    }
    expect((await send('/console/verify/registration', body, FROM_PAGE)).status).toBe(200);
  });

  it('with a code of an authenticator app', async () => {
    const challenge_token = `chl_${'a'.repeat(43)}`;
    const body = { challenge_token, totp: '123456' };
    for (const headers of ELSEWHERE) {
      expect(outcome(await send('/console/verify/login-totp', body, headers))).toEqual(REFUSED);
    }
    const own = await send('/console/verify/login-totp', body, FROM_PAGE);
    expect([own.status, own.data.code]).toEqual([401, 'challenge_invalid']);
  });
});

describe('the session cookie of an account', () => {
  let session: PageSession;
  beforeAll(async () => {
    session = await signInOnPage(relay.url);
  });

  it.each([
    '/fetch/messages',
    '/identify/visitor',
    '/end/visitor-session',
    '/refresh/visitor-token',
  ])('is not looked at by %s', async (path) => {
    const isRead = path === '/fetch/messages';
    const call = (headers: object) =>
      callAs(relay.url, { path, headers: { ...headers }, ...(!isRead && { body: {} }) });
    const { cookie } = session;
    const withCookie = await call({ ...FROM_PAGE, cookie });
    expect([withCookie.status, withCookie.data.code]).toEqual([401, 'unauthenticated']);
    // A console cookie does not replace the visitor's bearer token.
    const visitor = await createVisitor(relay.url, await createWorld(relay.url));
    const authorization = `Bearer ${visitor.token}`;
    expect((await call({ authorization, cookie })).data).toEqual(
      expect.not.objectContaining({ code: 'unauthenticated' }),
    );
  });

  it('opens no socket of a visitor', async () => {
    const address = `${relay.url.replace('http', 'ws')}/api/v1/ws/widget`;
    const headers = { cookie: session.cookie, origin: relay.url };
    const [code] = (await once(new WebSocket(address, { headers }), 'close')) as [number];
    expect(code).toBe(4401);
  });

  it('does not count from an origin of CONSOLE_ORIGINS, which may only use tokens', async () => {
    const path = '/console/fetch/account';
    const headers = { 'x-relay-console': '1', origin: ALLOWED_ORIGIN };
    const byCookie = await callAs(relay.url, {
      path,
      headers: { ...headers, cookie: session.cookie },
    });
    expect([byCookie.status, byCookie.data.code]).toEqual([401, 'unauthenticated']);
    expect(byCookie.headers).toMatchObject({ 'access-control-allow-origin': ALLOWED_ORIGIN });
    expect(byCookie.headers['access-control-allow-credentials']).toBeUndefined();

    const { token } = await register(relay.url, uniqueEmail(), 'Bea', { organization_name: 'B' });
    const byToken = { ...headers, authorization: `Bearer ${token}` };
    expect((await callAs(relay.url, { path, headers: byToken })).status).toBe(200);

    const socket = new WebSocket(`${relay.url.replace('http', 'ws')}/api/v1/ws/console`, {
      headers: { cookie: session.cookie, origin: ALLOWED_ORIGIN },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'hello', id: 1, version: '2' }));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).not.toBe(1000);
  });
});
