import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/platform/clock';
import { apiOf } from '../support/api';
import {
  ASKS_FOR_COOKIE,
  callAs,
  FROM_PAGE,
  signInOnPage,
  type PageSession,
} from '../support/console-page';
import { startRelay, type TestRelay } from '../support/relay';
import { createVisitor, createWorld, PASSWORD, register, uniqueEmail } from '../support/world';

let relay: TestRelay;
let url: string;
let now = Date.now();
let session: PageSession;
beforeAll(async () => {
  relay = await startRelay({ clock: () => now });
  url = relay.url;
});
afterAll(() => relay.stop());

const ACCOUNT = '/console/fetch/account';
const outcome = ({ status, data }: { status: number; data: { code?: string } }) => [
  status,
  data.code,
];
const CLEARED = '__Host-relay_console=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0';

describe('a sign-in by cookie', () => {
  it('sets a cookie that no script reads, and gives no token', async () => {
    session = await signInOnPage(url);
    expect(session.setCookie).toMatch(
      /^__Host-relay_console=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const { status, data } = await session.get(ACCOUNT);
    expect([status, data['account']]).toEqual([
      200,
      expect.objectContaining({ email: session.email }),
    ]);
    expect(JSON.stringify(data)).not.toContain(session.token);
  });

  it('keeps the cookie for a week if the login says remember', async () => {
    const { setCookie } = await signInOnPage(url, { remember: true });
    expect(setCookie.endsWith('; SameSite=Strict; Max-Age=604800')).toBe(true);
  });

  it('finishes a registration with a cookie too', async () => {
    const asked = await apiOf(url).post<{ registration_token: string; dev_otp: string }>(
      '/console/register',
      { email: uniqueEmail(), password: PASSWORD, display_name: 'Rosa', organization_name: 'R' },
    );
    const { registration_token, dev_otp: otp } = asked.data;
    const { status, data, headers } = await callAs(url, {
      path: '/console/verify/registration',
      body: { registration_token, otp },
      headers: ASKS_FOR_COOKIE,
    });
    expect([status, data['console_token']]).toEqual([200, null]);
    expect(headers['set-cookie']).toHaveLength(1);
  });

  it('signs in by token with another value of the header, whatever remember says', async () => {
    const email = uniqueEmail();
    await register(url, email, 'Tom', { organization_name: 'T' });
    const { data } = await callAs(url, {
      path: '/console/login',
      body: { email, password: PASSWORD, remember: true },
      headers: { 'x-relay-session': 'yes' },
    });
    const { challenge_token } = data;
    const sent = await apiOf(url).post<{ dev_otp: string }>('/console/get/login-otp', {
      challenge_token,
    });
    const verified = await callAs(url, {
      path: '/console/verify/login-otp',
      body: { challenge_token, code: sent.data.dev_otp },
      headers: { 'x-relay-session': 'Cookie' },
    });
    expect(verified.data['console_token']).toMatch(/^ey/);
    expect(verified.headers['set-cookie']).toBeUndefined();
  });

  const login = (headers: Record<string, string>, password = 'wrong') =>
    callAs(url, {
      path: '/console/login',
      body: { email: session.email, password },
      headers: { ...ASKS_FOR_COOKIE, ...headers },
    });

  it.each([
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://shop.relay.test' }],
    ['no origin', { origin: 'null' }],
  ])('refuses a sign-in by cookie from %s before anything is counted', async (_where, headers) => {
    for (let i = 0; i < 11; i++) {
      expect(outcome(await login(headers))).toEqual([403, 'origin_not_allowed']);
    }
    // Eleven wrong passwords would have locked it.
    expect((await login({}, PASSWORD)).status).toBe(200);
  });

  it('refuses a sign-in by cookie over plain HTTP on another host before anything is counted', async () => {
    for (let i = 0; i < 11; i++) {
      expect(outcome(await login({ host: 'relay.test' }))).toEqual([409, 'insecure_origin']);
    }
    expect((await login({}, PASSWORD)).status).toBe(200);
  });

  it.each(['localhost:8080', 'console.localhost', '127.0.0.1', '127.8.9.10:80', '[::1]:8080'])(
    'signs in by cookie over plain HTTP on %s',
    async (host) => {
      expect((await login({ host }, PASSWORD)).status).toBe(200);
    },
  );

  it.each(['localhost.evil.test', '127.0.0.1.evil.test', '[::2]', '128.0.0.1', 'xlocalhost'])(
    'refuses a sign-in by cookie on %s, which is not this machine',
    async (host) => {
      expect(outcome(await login({ host }))).toEqual([409, 'insecure_origin']);
    },
  );
});

describe('behind TLS', () => {
  let secured: TestRelay;
  beforeAll(async () => {
    secured = await startRelay({
      env: { BASE_URL: 'https://relay.example', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
  });
  afterAll(() => secured.stop());

  const login = (target: string, headers: Record<string, string>) =>
    callAs(target, {
      path: '/console/login',
      body: { email: 'nobody@corp.test', password: PASSWORD },
      headers: { ...ASKS_FOR_COOKIE, ...headers },
    });

  it('counts a sign-in on the host of BASE_URL as secure', async () => {
    expect((await login(secured.url, { host: 'relay.example' })).status).toBe(401);
    expect((await login(secured.url, { host: 'relay.example:443' })).status).toBe(401);
    expect((await login(secured.url, { host: 'other.example' })).status).toBe(409);
  });

  it('believes only a trusted proxy that a sign-in is secure', async () => {
    const headers = { host: 'other.example', 'x-forwarded-proto': 'https' };
    expect((await login(secured.url, headers)).status).toBe(401);
    expect((await login(url, headers)).status).toBe(409);
  });

  it('takes the origin of BASE_URL for the page’s own', async () => {
    const headers = { host: 'relay.example' };
    const own = await login(secured.url, { ...headers, origin: 'https://relay.example' });
    expect(own.status).toBe(401);
    const shop = await login(secured.url, { ...headers, origin: 'https://shop.example' });
    expect(shop.status).toBe(403);
  });
});

describe('the cookie counts', () => {
  beforeEach(async () => {
    session = await signInOnPage(url);
  });
  const fetchAccount = (headers: Record<string, string | string[]>) =>
    callAs(url, { path: ACCOUNT, headers: { cookie: session.cookie, ...headers } });
  const UNAUTHENTICATED = [401, 'unauthenticated'];

  it('accepts the cookie only with the page’s header', async () => {
    expect((await fetchAccount(FROM_PAGE)).status).toBe(200);
    expect(outcome(await fetchAccount({ ...FROM_PAGE, 'x-relay-console': '2' }))).toEqual(
      UNAUTHENTICATED,
    );
    expect(outcome(await fetchAccount({ 'sec-fetch-site': 'same-origin' }))).toEqual(
      UNAUTHENTICATED,
    );
  });

  it.each(['same-site', 'cross-site', 'none'])(
    'refuses the cookie from a page that is %s',
    async (site) => {
      const headers = { ...FROM_PAGE, 'sec-fetch-site': site };
      expect(outcome(await fetchAccount(headers))).toEqual(UNAUTHENTICATED);
    },
  );

  it('accepts the cookie where neither Sec-Fetch-Site nor Origin is sent', async () => {
    expect((await fetchAccount({ 'x-relay-console': '1' })).status).toBe(200);
  });

  it('accepts the cookie only from the relay’s own origin, by BASE_URL or by Host', async () => {
    const from = (origin: string, host = new URL(url).host) =>
      fetchAccount({ ...FROM_PAGE, origin, host });
    expect((await from(url)).status).toBe(200);
    // A relay that chooses a free port has this BASE_URL.
    expect((await from('http://127.0.0.1:0', 'elsewhere')).status).toBe(200);
    expect((await from('https://chat.example', 'chat.example')).status).toBe(200);
    expect((await from('https://chat.example', 'chat.example:443')).status).toBe(200);
    expect((await from('http://chat.example', 'chat.example:80')).status).toBe(200);
    expect((await from('https://chat.example', 'chat.example:80')).status).toBe(401);
    expect((await from('https://chat.example:8443', 'chat.example')).status).toBe(401);
    expect((await from('https://shop.example', 'chat.example')).status).toBe(401);
    expect((await from('https://chat.example.evil.test', 'chat.example')).status).toBe(401);
    expect((await from('null')).status).toBe(401);
    expect((await from('https://chat.example/', 'chat.example')).status).toBe(401);
  });

  it('ignores the cookie where a bearer token is sent', async () => {
    const authorization = 'Bearer nonsense';
    expect(outcome(await fetchAccount({ ...FROM_PAGE, authorization }))).toEqual([
      401,
      'token_invalid',
    ]);
  });

  it('accepts the cookie together with a proxy’s own credentials', async () => {
    expect((await fetchAccount({ ...FROM_PAGE, authorization: 'Basic eDp5' })).status).toBe(200);
  });

  it('refuses two cookies', async () => {
    const twice = await fetchAccount({
      ...FROM_PAGE,
      cookie: `${session.cookie}; ${session.cookie}`,
    });
    expect(outcome(twice)).toEqual(UNAUTHENTICATED);
    const inTwoHeaders = await fetchAccount({
      ...FROM_PAGE,
      cookie: [session.cookie, '__Host-relay_console=x'],
    });
    expect(outcome(inTwoHeaders)).toEqual(UNAUTHENTICATED);
  });

  it('accepts the cookie among other programs’ cookies, which may be malformed', async () => {
    const cookie = `a="; =; b c; x__Host-relay_console=1; ${session.cookie}; \u00e9=\u00ff`;
    expect((await fetchAccount({ ...FROM_PAGE, cookie })).status).toBe(200);
  });

  it('accepts the cookie on console routes only', async () => {
    const world = await createWorld(url);
    const visitor = await createVisitor(url, world);
    const headers = { ...FROM_PAGE, cookie: `__Host-relay_console=${visitor.token}` };
    const answer = await callAs(url, { path: '/fetch/messages', headers });
    expect(outcome(answer)).toEqual(UNAUTHENTICATED);
    const asConsole = await callAs(url, { path: ACCOUNT, headers });
    expect(outcome(asConsole)).toEqual([401, 'token_invalid']);
  });

  it('accepts no cookie as a bearer token, and no bearer token as a cookie', async () => {
    const asBearer = await apiOf(url, session.token).get(ACCOUNT);
    expect(outcome(asBearer)).toEqual([401, 'token_invalid']);
    const { token } = await register(url, uniqueEmail(), 'Bea', { organization_name: 'B' });
    const asCookie = await fetchAccount({ ...FROM_PAGE, cookie: `__Host-relay_console=${token}` });
    expect(outcome(asCookie)).toEqual([401, 'token_invalid']);
  });

  it('accepts the cookie on system routes too', async () => {
    const answer = await session.get('/console/system/fetch/stats');
    expect(outcome(answer)).toEqual([403, 'not_system_admin']);
  });

  it('allows the page’s headers in no preflight', async () => {
    const response = await fetch(`${url}/api/v1${ACCOUNT}`, {
      method: 'OPTIONS',
      headers: { origin: url, 'access-control-request-headers': 'x-relay-console' },
    });
    expect(response.headers.get('access-control-allow-headers')).not.toMatch(/x-relay/i);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('a session by cookie', () => {
  const REVOKED = [401, 'session_revoked'];

  it('tells the page when its session ends', async () => {
    session = await signInOnPage(url);
    const { data } = await session.get(ACCOUNT);
    expect(data['session']).toEqual({
      kind: 'cookie',
      idle_ends_at: new Date(now + 12 * HOUR).toISOString(),
      confirmed_until: new Date(now + 5 * MINUTE).toISOString(),
    });
    const { token } = await register(url, uniqueEmail(), 'Bea', { organization_name: 'B' });
    expect((await apiOf(url, token).get(ACCOUNT)).data).not.toHaveProperty('session');
  });

  it('ends a session by cookie 12 h after the last request that a person caused', async () => {
    session = await signInOnPage(url);
    now += 11 * HOUR;
    expect((await session.get(ACCOUNT)).status).toBe(200);
    now += 11 * HOUR;
    const background = { 'x-relay-background': '1' };
    expect((await session.get(ACCOUNT, background)).status).toBe(200);
    now += HOUR - 1;
    expect((await session.get(ACCOUNT, background)).status).toBe(200);
    now += 1;
    const over = await session.get(ACCOUNT);
    expect(outcome(over)).toEqual(REVOKED);
    expect(over.headers['set-cookie']).toEqual([CLEARED]);
  });

  it('stores the idle end of a session at most once a minute', async () => {
    session = await signInOnPage(url);
    const signedInAt = now;
    for (const [afterMs, storedMs] of [
      [MINUTE - 1, 0],
      [MINUTE, MINUTE],
    ] as const) {
      now = signedInAt + afterMs;
      const { data } = await session.get(ACCOUNT);
      const idle_ends_at = new Date(signedInAt + storedMs + 12 * HOUR).toISOString();
      expect(data['session']).toMatchObject({ idle_ends_at });
    }
  });

  it('takes a request for a person’s with another value of X-Relay-Background', async () => {
    session = await signInOnPage(url);
    now += HOUR;
    const { data } = await session.get(ACCOUNT, { 'x-relay-background': '0' });
    const idle_ends_at = new Date(now + 12 * HOUR).toISOString();
    expect(data['session']).toMatchObject({ idle_ends_at });
  });

  it('keeps a session by a person’s requests though the page asks more often', async () => {
    session = await signInOnPage(url);
    for (let minute = 0; minute < 20; minute++) {
      now += MINUTE / 2;
      await session.get(ACCOUNT, { 'x-relay-background': '1' });
      now += MINUTE / 2;
      await session.get(ACCOUNT);
    }
    const { data } = await session.get(ACCOUNT);
    const { idle_ends_at } = data['session'] as { idle_ends_at: string };
    expect(Date.parse(idle_ends_at)).toBeGreaterThan(now + 12 * HOUR - MINUTE);
  });

  it('ends a remembered session after 3 days without a request, and after 7 days', async () => {
    session = await signInOnPage(url, { remember: true });
    for (let day = 1; day < 7; day++) {
      now += DAY;
      expect([day, (await session.get(ACCOUNT)).status]).toEqual([day, 200]);
    }
    now += DAY + MINUTE;
    expect(outcome(await session.get(ACCOUNT))).toEqual(REVOKED);

    session = await signInOnPage(url, { remember: true });
    now += 3 * DAY;
    expect(outcome(await session.get(ACCOUNT))).toEqual(REVOKED);
  });

  it('leaves an ended session out of the account’s sessions', async () => {
    const earlier = await signInOnPage(url);
    now += 12 * HOUR;
    const { email } = earlier;
    session = await signInOnPage(url, { email });
    const { data } = await session.get('/console/fetch/sessions');
    const listed = (data['sessions'] as { is_current: boolean }[]).map((one) => one.is_current);
    // The cookie's session, and the session with a token that the registration returned.
    expect(listed).toEqual([true, false]);
    expect(outcome(await earlier.get(ACCOUNT))).toEqual(REVOKED);
  });

  it('clears the cookie at logout, and once its session has been revoked', async () => {
    const first = await signInOnPage(url);
    const second = await signInOnPage(url, { email: first.email });
    const logout = await first.post('/console/logout');
    expect([logout.status, logout.headers['set-cookie']]).toEqual([200, [CLEARED]]);

    await (await signInOnPage(url, { email: first.email })).post('/console/revoke/other-sessions');
    const revoked = await second.get(ACCOUNT);
    expect([outcome(revoked), revoked.headers['set-cookie']]).toEqual([REVOKED, [CLEARED]]);
  });

  it('keeps the cookie at a wrong password, which is 401 too', async () => {
    session = await signInOnPage(url);
    const wrong = await session.post('/console/confirm/password', { password: 'wrong' });
    expect(outcome(wrong)).toEqual([401, 'invalid_credentials']);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('clears no cookie where the session came by token', async () => {
    const { token } = await register(url, uniqueEmail(), 'Bea', { organization_name: 'B' });
    const logout = await apiOf(url, token).post('/console/logout');
    expect([logout.status, logout.headers.get('set-cookie')]).toEqual([200, null]);
    const { status, headers } = await apiOf(url, token).get(ACCOUNT);
    expect([status, headers.get('set-cookie')]).toEqual([401, null]);
  });
});
