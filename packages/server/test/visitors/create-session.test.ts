import { beforeAll, describe, expect, it } from 'vitest';
import { createSessionAnswer } from '../../src/visitors/schemas';
import { readSql } from '../support/direct-sql';
import { startRelay, useRelay } from '../support/relay';
import { setTenantStatus } from '../support/system-admin';
import { tokensOf } from '../support/tokens';
import { createWorld, type World } from '../support/world';

const ORIGIN = 'https://shop.example';

let world: World;

const relay = useRelay({
  env: { LIMIT_CREATE_SESSION_PER_IP: '100000', LIMIT_CREATE_SESSION_PER_TENANT: '1000' },
});
beforeAll(async () => {
  world = await createWorld(relay.url, { allowed_origins: [ORIGIN, 'https://*.wild.example'] });
});

const fieldsOf = (tenant: World, fields: object = {}) => ({
  tenant_id: tenant.tenantId,
  widget_public_key: tenant.widgetKey,
  origin: ORIGIN,
  ...fields,
});
const create = (fields: object = {}, headers: Record<string, string> = {}) =>
  relay.post('/create/visitor-session', fieldsOf(world, fields), { headers });
const createByGet = (fields: Record<string, string> = {}) =>
  relay.get(
    `/create/visitor-session?${new URLSearchParams(fieldsOf(world, fields) as Record<string, string>)}`,
  );

async function storedSession(sessionId: string) {
  const [row] = await readSql<{ metadata: string }>(
    relay.database,
    'SELECT * FROM visitor_sessions WHERE session_id = ?',
    [sessionId],
  );
  return row;
}

describe('creating a visitor session', () => {
  it('creates a session with a token and the widget configuration', async () => {
    const before = Date.now();
    const answer = await create({}, { origin: ORIGIN });
    expect(answer.status).toBe(201);
    expect(createSessionAnswer.validate(answer.data, { convert: false }).error).toBeUndefined();
    expect(answer.data.widget_config).toMatchObject({ tenant_name: 'Shop', locale: 'fr' });
    expect(Date.parse(answer.data.expires_at) - before).toBeGreaterThan(3_590_000);
    expect(Date.parse(answer.data.expires_at) - before).toBeLessThan(3_610_000);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(answer.headers.get('vary')).toBe('Origin');
    expect(answer.headers.get('cache-control')).toBe('no-store');

    const verified = await tokensOf(relay).verifyVisitorToken(answer.data.visitor_token);
    expect(verified).toMatchObject({
      ok: true,
      claims: {
        sub: answer.data.session_id,
        tid: world.tenantId,
        wpk: world.widgetKey,
        org: ORIGIN,
      },
    });
  });

  it('stores what the page says about its session', async () => {
    const metadata = { cart: { items: [1, 2] }, page: '/é' };
    const fields = { metadata, locale: 'en-GB', mode: 'human', routing_key: 'store-7' };
    const { data } = await create(fields);
    const session = await storedSession(data['session_id']);
    expect(session).toMatchObject({
      tenant_id: world.tenantId,
      widget_public_key: world.widgetKey,
      origin: ORIGIN,
      locale: 'en-GB',
      mode: 'human',
      routing_key: 'store-7',
      user_id: null,
      ended_at: null,
    });
    expect(JSON.parse(session?.metadata ?? '')).toEqual(metadata);
    expect(data.widget_config.locale).toBe('en-GB');
  });

  it('creates a session by query parameters', async () => {
    const { status, data, headers } = await createByGet({
      metadata: '{"cart":{"items":[1]}}',
      mode: 'human',
      routing_key: 'store-7',
      unknown: 'ignored',
    });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const session = await storedSession(data['session_id']);
    expect(session).toMatchObject({ mode: 'human', routing_key: 'store-7' });
    expect(session?.metadata).toBe('{"cart":{"items":[1]}}');
    for (const metadata of ['{', '[]', 'null', '"text"', '{"constructor":1}']) {
      const refused = await createByGet({ metadata });
      expect([refused.status, refused.data.details[0]?.field]).toEqual([422, 'metadata']);
    }
  });

  it('ignores an Idempotency-Key: a stranger could fetch the token with it', async () => {
    const headers = { 'idempotency-key': 'same' };
    const [one, two] = [await create({}, headers), await create({}, headers)];
    expect(one.data.session_id).not.toBe(two.data.session_id);
  });

  it('creates fifty sessions at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create()));
    const ids = new Set(answers.map(({ data }) => data.session_id));
    expect(ids.size).toBe(50);
    const found = await Promise.all([...ids].map((id) => storedSession(id)));
    expect(found.every((session) => session !== undefined)).toBe(true);
  });

  const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) });
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 1]));

  it.each([
    ['64 keys', { metadata: keys(64) }, 201],
    ['65 keys', { metadata: keys(65) }, 422],
    ['5 levels', { metadata: deep(5) }, 201],
    ['6 levels', { metadata: deep(6) }, 422],
    ['8 KiB', { metadata: { a: 'x'.repeat(8192 - 8) } }, 201],
    ['8 KiB and a byte', { metadata: { a: 'x'.repeat(8192 - 7) } }, 422],
    ['a key named prototype', { metadata: { a: { prototype: 1 } } }, 422],
    ['a list as metadata', { metadata: [] }, 422],
    ['text as metadata', { metadata: '{}' }, 422],
    ['an unknown mode', { mode: 'agent' }, 422],
    ['a number as locale', { locale: 1 }, 422],
    ['a locale with a space', { locale: 'fr FR' }, 422],
    ['an empty routing key', { routing_key: '' }, 422],
    ['a tenant id that is none', { tenant_id: 'x' }, 422],
    ['an unknown field', { is_system: true }, 422],
  ])('validates a new session with %s', async (_what, fields, status) => {
    expect((await create(fields)).status).toBe(status);
  });

  it('answers every wrong pair of tenant and key alike', async () => {
    const other = await createWorld(relay.url);
    const upper = world.widgetKey.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
    const answers = [
      await create({ tenant_id: '01890000-0000-7000-8000-000000000000' }),
      await create({ widget_public_key: 'pk_unknown' }),
      await create({ widget_public_key: other.widgetKey }),
      await create({ widget_public_key: upper }),
    ];
    for (const answer of answers)
      expect([answer.status, answer.data.code]).toEqual([404, 'not_found']);
  });

  it('refuses sessions of a suspended tenant until it is active again', async () => {
    const tenant = await createWorld(relay.url);
    const open = () => relay.post('/create/visitor-session', fieldsOf(tenant));
    await setTenantStatus(relay, tenant.tenantId, 'suspended');
    expect([(await open()).status, (await open()).data.code]).toEqual([403, 'tenant_suspended']);
    await setTenantStatus(relay, tenant.tenantId, 'active');
    expect((await open()).status).toBe(201);
  });
});

describe('the origin rules', () => {
  it.each([
    // body, header, allowed
    [ORIGIN, undefined, true],
    [ORIGIN, ORIGIN, true],
    ['HTTPS://SHOP.example:443/', undefined, true],
    ['HTTPS://SHOP.example:443/', ORIGIN, true],
    ['https://a.wild.example', 'https://a.wild.example', true],
    ['https://a.b.wild.example', undefined, false],
    ['https://wild.example', undefined, false],
    ['https://*.wild.example', undefined, false],
    ['https://shop.example.evil.example', undefined, false],
    ['https://evilshop.example', undefined, false],
    ['http://shop.example', undefined, false],
    ['https://shop.example:8443', undefined, false],
    ['https://shop.example.', undefined, false],
    ['https://user@shop.example', undefined, false],
    ['https://shop.example/path', undefined, false],
    ['null', undefined, false],
    ['not an origin', undefined, false],
    [ORIGIN, 'null', false],
    [ORIGIN, '', false],
    [ORIGIN, 'https://evil.example', false],
    ['https://evil.example', ORIGIN, false],
    ['https://evil.example', 'https://evil.example', false],
    [ORIGIN, 'HTTPS://shop.example', false],
    [ORIGIN, 'https://shop.example/', false],
    [ORIGIN, 'https://shop.example:443', false],
    [ORIGIN, 'https://a.wild.example', false],
  ])(
    'decides by the origin %s in the body and %s in the header: %s',
    async (origin, header, isAllowed) => {
      const answer = await create({ origin }, header === undefined ? {} : { origin: header });
      if (isAllowed) {
        expect(answer.status).toBe(201);
        return;
      }
      expect([answer.status, answer.data.code]).toEqual([403, 'origin_not_allowed']);
    },
  );

  it('lets a refused page read its refusal', async () => {
    const origin = 'https://evil.example';
    const answer = await create({ origin }, { origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toBe('Origin');
  });
});

describe('the limits', () => {
  it('limits new sessions by address and by tenant', async () => {
    const small = await startRelay({
      env: { LIMIT_CREATE_SESSION_PER_IP: '5', LIMIT_CREATE_SESSION_PER_TENANT: '2' },
    });
    try {
      const tenant = await createWorld(small.url);
      const open = () => small.post('/create/visitor-session', fieldsOf(tenant));
      const codes: [number, string][] = [];
      for (let i = 0; i < 6; i++) {
        const { status, data } = await open();
        codes.push([status, data.code]);
      }
      expect(codes.map(([status]) => status)).toEqual([201, 201, 429, 429, 429, 429]);
      const other = await createWorld(small.url);
      const refused = await small.post('/create/visitor-session', fieldsOf(other));
      expect(refused.data.code).toBe('rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await small.stop();
    }
  });
});
