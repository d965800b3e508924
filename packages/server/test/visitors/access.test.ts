import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../src/platform/clock';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { setTenantStatus } from '../support/system-admin';
import { tokensOf } from '../support/tokens';
import { VisitorSocket } from '../support/visitor-socket';
import { createWorld, type World } from '../support/world';

const ORIGIN = 'https://shop.example';
const FOREIGN_ORIGIN = { headers: { origin: 'https://evil.example' } };

let now = Date.now();
const relay = useRelay({ clock: () => now });
let world: World;
let session: { session_id: string; visitor_token: string; expires_at: string };

beforeEach(async () => {
  world = await createWorld(relay.url);
  const { data } = await relay.post('/create/visitor-session', {
    tenant_id: world.tenantId,
    widget_public_key: world.widgetKey,
    origin: ORIGIN,
  });
  session = data;
});

const refresh = (options: { token?: string; headers?: Record<string, string> } = {}) =>
  relay.post('/refresh/visitor-token', undefined, { token: session.visitor_token, ...options });
const inConsole = (route: string, fields: object) =>
  relay.post(
    `/console/${route}`,
    { tenant_id: world.tenantId, ...fields },
    { token: world.ownerToken },
  );

const endSession = () =>
  relay.post('/end/visitor-session', undefined, { token: session.visitor_token });

/** Makes the session unusable in one way each. The order is that in which the relay checks and reports them. */
const conditions = {
  token: async () => void (session.visitor_token = `${session.visitor_token.slice(0, -6)}AAAAAA`),
  ended: endSession,
  suspended: () => setTenantStatus(relay, world.tenantId, 'suspended'),
  key: () => inConsole('rotate/widget-key', { grace_s: 0 }),
  origin: () => inConsole('update/tenant', { allowed_origins: [] }),
};
type Condition = keyof typeof conditions;

describe('refreshing a visitor token', () => {
  it('refreshes a token for the same session and leaves the old one valid', async () => {
    now += 60_000;
    const answer = await refresh({ headers: { origin: ORIGIN } });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.data).toSorted()).toEqual([
      'expires_at',
      'session_id',
      'visitor_token',
    ]);
    expect(answer.data.session_id).toBe(session.session_id);
    expect(Date.parse(answer.data.expires_at)).toBeGreaterThan(Date.parse(session.expires_at));
    expect((await refresh()).status).toBe(200);
    expect((await refresh({ token: answer.data.visitor_token })).status).toBe(200);
  });

  it('refreshes an expired token until the session is 30 days old', async () => {
    now += 29 * DAY;
    const fresh = await refresh();
    expect(fresh.status).toBe(200);
    now += DAY;
    for (const token of [session.visitor_token, fresh.data.visitor_token]) {
      const answer = await refresh({ token });
      expect([answer.status, answer.data.code]).toEqual([404, 'session_expired']);
    }
  });

  it.each<[Condition[], number, string]>([
    [['token', 'ended', 'suspended', 'key', 'origin'], 401, 'token_invalid'],
    [['ended', 'suspended', 'key', 'origin'], 404, 'session_expired'],
    [['suspended', 'key', 'origin'], 403, 'tenant_suspended'],
    [['key', 'origin'], 401, 'token_invalid'],
    [['origin'], 403, 'origin_not_allowed'],
  ])('reports %j first at a refresh', async (wrong, status, code) => {
    // The end first, while the token is good. A suspended tenant's owner can still change settings.
    if (wrong.includes('ended')) await conditions.ended();
    const others = wrong.filter((condition) => condition !== 'ended');
    for (const condition of others.toReversed()) await conditions[condition]();
    const answer = await refresh(FOREIGN_ORIGIN);
    expect([answer.status, answer.data.code]).toEqual([status, code]);
  });

  it('refuses a refresh from another origin than the token was made for', async () => {
    const answer = await refresh(FOREIGN_ORIGIN);
    expect([answer.status, answer.data.code]).toEqual([403, 'origin_not_allowed']);
  });

  it('refreshes with a retired widget key until its grace is over', async () => {
    await inConsole('rotate/widget-key', { grace_s: 3600 });
    expect((await refresh()).status).toBe(200);
    now += HOUR;
    expect((await refresh()).data.code).toBe('token_invalid');
  });

  it('refuses a refresh with a token of another kind or with a body', async () => {
    const { token } = await tokensOf(relay).signConsoleToken({
      sub: session.session_id,
      sid: 'x',
      amr: [],
    });
    expect((await refresh({ token })).data.code).toBe('token_invalid');
    expect((await relay.post('/refresh/visitor-token')).data.code).toBe('unauthenticated');
    const options = { token: session.visitor_token };
    const withBody = await relay.post('/refresh/visitor-token', { locale: 'fr' }, options);
    expect(withBody.status).toBe(422);
    expect((await relay.post('/refresh/visitor-token', {}, options)).status).toBe(200);
  });
});

describe('a socket with a visitor token', () => {
  const closeCode = async (options: { origin?: string } = {}) =>
    (await new VisitorSocket(relay.url, session.visitor_token, options).closed).code;

  it('closes a socket with 4401 for an expired token and with 4404 once the session is over', async () => {
    now += 2 * HOUR;
    expect(await closeCode()).toBe(4401);
    const { visitor_token } = (await refresh()).data;
    await relay.post('/end/visitor-session', undefined, { token: visitor_token });
    expect(await closeCode()).toBe(4404);
  });

  it('closes a socket of a foreign page with 4401 and of a page no longer allowed with 4403', async () => {
    expect(await closeCode({ origin: 'https://evil.example' })).toBe(4401);
    await conditions.origin();
    expect(await closeCode({ origin: ORIGIN })).toBe(4403);
  });

  it('welcomes a socket with its session and the end of its token', async () => {
    const socket = await VisitorSocket.open(relay.url, session.visitor_token, { origin: ORIGIN });
    expect(await socket.next('welcome')).toMatchObject({
      session: { session_id: session.session_id },
      config: { tenant_name: 'Shop' },
      token_expires_at: session.expires_at,
    });
    socket.close();
  });
});

describe('ending a session', () => {
  const isStored = async (sessionId: string) =>
    (
      await readSql(
        relay.database,
        'SELECT session_id FROM visitor_sessions WHERE session_id = ?',
        [sessionId],
      )
    ).length === 1;

  it('ends a session once, with its sockets', async () => {
    const socket = await VisitorSocket.open(relay.url, session.visitor_token);
    expect((await endSession()).status).toBe(200);
    expect((await endSession()).data.code).toBe('session_expired');
    expect((await socket.closed).code).toBe(4404);
  });

  it('purges expired sessions without a conversation and no others', async () => {
    const talked = session.session_id;
    const socket = await VisitorSocket.open(relay.url, session.visitor_token);
    await socket.say('m1', 'Hi');
    const create = () =>
      relay.post('/create/visitor-session', {
        tenant_id: world.tenantId,
        widget_public_key: world.widgetKey,
        origin: ORIGIN,
      });
    const silent = (await create()).data.session_id;
    now += 30 * DAY;
    const fresh = (await create()).data.session_id;
    await relay.cleanUp();
    await expect.poll(() => isStored(silent)).toBe(false);
    expect(await isStored(talked)).toBe(true);
    expect(await isStored(fresh)).toBe(true);
  });
});
