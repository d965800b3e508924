import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from '../../src/callbacks/outbox/outbox';
import { createJournal } from '../../src/conversations/journal/journal';
import { DAY, HOUR } from '../../src/platform/clock';
import { quietLog } from '../support/database';
import { surroundings, visitorSays } from '../support/conversations';
import {
  seedTenant,
  startTenantsServer,
  type SeededTenant,
  type TenantsServer,
} from '../support/tenants-server';

const ORIGIN = 'https://shop.example';
const FOREIGN_ORIGIN = { headers: { origin: 'https://evil.example' } };

let now = Date.now();
let relay: TenantsServer;
let seeded: SeededTenant;
let session: { session_id: string; visitor_token: string; expires_at: string };

beforeAll(async () => {
  relay = await startTenantsServer({ clock: () => now });
});
afterAll(() => relay.close());
beforeEach(async () => {
  seeded = await seedTenant(relay);
  const { data } = await relay.post('/create/visitor-session', {
    tenant_id: seeded.tenantId,
    widget_public_key: seeded.publicKey,
    origin: ORIGIN,
  });
  session = data;
});

const keyOf = (sessionId: string) => ({ tenantId: seeded.tenantId, sessionId });
const refresh = (options: { token?: string; headers?: Record<string, string> } = {}) =>
  relay.post('/refresh/visitor-token', undefined, { token: session.visitor_token, ...options });
const inConsole = (route: string, fields: object) =>
  relay.post(
    `/console/${route}`,
    { tenant_id: seeded.tenantId, ...fields },
    { token: seeded.owner },
  );

/** What can be wrong with a session, in the order in which it is told. */
const conditions = {
  token: async () => void (session.visitor_token = `${session.visitor_token.slice(0, -6)}AAAAAA`),
  ended: () => relay.sessions.end(keyOf(session.session_id)),
  suspended: () => relay.tenants.setStatus(seeded.tenantId, 'suspended', null),
  key: () => inConsole('rotate/widget-key', { grace_s: 0 }),
  origin: () => inConsole('update/tenant', { allowed_origins: [] }),
};
type Condition = keyof typeof conditions;

describe('refreshing a visitor token', () => {
  it('gives a new token for the same session and leaves the old one alive', async () => {
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

  it('takes an expired token, until the session is 30 days old', async () => {
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
  ])('tells of %j the first', async (wrong, status, code) => {
    // Last first: a suspended tenant's settings can still be changed by its owner.
    for (const condition of wrong.toReversed()) await conditions[condition]();
    const answer = await refresh(FOREIGN_ORIGIN);
    expect([answer.status, answer.data.code]).toEqual([status, code]);
  });

  it('refuses another origin than the token was made for', async () => {
    const answer = await refresh(FOREIGN_ORIGIN);
    expect([answer.status, answer.data.code]).toEqual([403, 'origin_not_allowed']);
  });

  it('goes on with a retired widget key until its grace is over', async () => {
    await inConsole('rotate/widget-key', { grace_s: 3600 });
    expect((await refresh()).status).toBe(200);
    now += HOUR;
    expect((await refresh()).data.code).toBe('token_invalid');
  });

  it('takes no token of another kind, and no body', async () => {
    const { token } = await relay.tokens.signConsoleToken({
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

describe('access with a visitor token', () => {
  it('tells an expired token, but rather that the session is over', async () => {
    now += 2 * HOUR;
    const check = () => relay.checkAccess(session.visitor_token);
    expect(await check()).toEqual({ ok: false, refusal: 'token_invalid' });
    expect(await relay.checkAccess(session.visitor_token, { allowExpired: true })).toMatchObject({
      ok: true,
    });
    await relay.sessions.end(keyOf(session.session_id));
    expect(await check()).toEqual({ ok: false, refusal: 'session_expired' });
  });

  it('tells a foreign page from a page that is not allowed any more', async () => {
    const check = (originHeader: string) =>
      relay.checkAccess(session.visitor_token, { originHeader });
    expect(await check('https://evil.example')).toEqual({ ok: false, refusal: 'origin_mismatch' });
    await conditions.origin();
    expect(await check(ORIGIN)).toEqual({ ok: false, refusal: 'origin_not_allowed' });
  });

  it('brings session, tenant and claims', async () => {
    expect(await relay.checkAccess(session.visitor_token, { originHeader: ORIGIN })).toMatchObject({
      ok: true,
      session: { sessionId: session.session_id },
      tenant: { tenantId: seeded.tenantId },
      claims: { org: ORIGIN },
      tokenExpiresAtMs: Date.parse(session.expires_at),
    });
  });
});

describe('ending a session', () => {
  it('ends it once and tells who listens', async () => {
    const heard: string[] = [];
    const stop = relay.sessions.onEnded((sessionId) => heard.push(sessionId));
    const end = () =>
      relay.post('/end/visitor-session', undefined, { token: session.visitor_token });
    expect((await end()).status).toBe(200);
    expect((await end()).data.code).toBe('session_expired');
    stop();
    expect(heard).toEqual([session.session_id]);
  });

  it('purges what expired without a conversation, and nothing else', async () => {
    const talked = session.session_id;
    const journal = createJournal({
      messagesPerDay: 2_000,
      database: relay.database,
      clock: () => now,
      outbox: createOutbox({ wake: () => undefined }),
      log: quietLog,
    });
    await journal.submit({
      session: keyOf(talked),
      command: visitorSays('Hi'),
      surroundings: surroundings(),
    });
    const create = () =>
      relay.post('/create/visitor-session', {
        tenant_id: seeded.tenantId,
        widget_public_key: seeded.publicKey,
        origin: ORIGIN,
      });
    const silent = (await create()).data.session_id;
    now += 30 * DAY;
    const fresh = (await create()).data.session_id;
    expect(await relay.sessions.purgeExpired(now)).toBeGreaterThanOrEqual(1);
    expect(await relay.sessions.find(keyOf(silent))).toBeNull();
    expect(await relay.sessions.find(keyOf(talked))).not.toBeNull();
    expect(await relay.sessions.find(keyOf(fresh))).not.toBeNull();
    expect(await relay.sessions.purgeExpired(now)).toBe(0);
  });
});
