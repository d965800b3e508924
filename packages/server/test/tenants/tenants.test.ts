import { beforeEach, describe, expect, it } from 'vitest';
import { tenantAnswer } from '../../src/tenants/schemas';
import { readSql } from '../support/direct-sql';
import { addMember } from '../support/members';
import { useRelay } from '../support/relay';
import { addSystemAdmin, setTenantStatus } from '../support/system-admin';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

describe('tenants in the console', () => {
  const relay = useRelay();
  let world: World;

  beforeEach(async () => {
    world = await createWorld(relay.url);
  });

  const update = (fields: object, token = world.ownerToken) =>
    relay.post('/console/update/tenant', { tenant_id: world.tenantId, ...fields }, { token });
  const fetchTenant = (token: string, tenantId = world.tenantId) =>
    relay.get(`/console/fetch/tenant?tenant_id=${tenantId}`, { token });

  it('keeps conversations for 1 to 3,650 days, or permanently', async () => {
    const keep = async (retention: unknown) => {
      const { status, data } = await update({ retention });
      return status === 200 ? data.tenant.retention.messages_days : status;
    };
    expect(await keep({ messages_days: 1 })).toBe(1);
    expect(await keep({ messages_days: 3_650 })).toBe(3_650);
    for (const refused of [
      null,
      {},
      { messages_days: 0 },
      { messages_days: 3_651 },
      { messages_days: 1.5 },
      { messages_days: '7' },
      30,
    ]) {
      expect([refused, await keep(refused)]).toEqual([refused, 422]);
    }
    expect(await keep({ messages_days: null })).toBeNull();
    const created = await relay.post(
      '/console/create/tenant',
      {
        workspace_id: world.workspaceId,
        tenant_name: 'Brief',
        allowed_origins: [],
        retention: { messages_days: 7 },
      },
      { token: world.ownerToken },
    );
    expect(created.data.tenant.retention).toEqual({ messages_days: 7 });
  });

  it('creates a tenant with default settings and shows its secret once', async () => {
    const created = await relay.post(
      '/console/create/tenant',
      {
        workspace_id: world.workspaceId,
        tenant_name: ' Acme ',
        allowed_origins: ['HTTPS://Shop.Example:443/', 'https://shop.example'],
      },
      { token: world.ownerToken },
    );
    expect(created.status).toBe(201);
    expect(created.data.tenant_secret).toMatch(/^ts_[\w-]{43}$/);
    const { tenant } = created.data;
    expect(tenant).toMatchObject({
      tenant_name: 'Acme',
      allowed_origins: ['https://shop.example'],
      callback_url_base: null,
      default_locale: 'fr',
      widget: { greeting: null, theme: { accent_color: null, position: 'right' } },
      bot: { kind: 'builtin', confidence_threshold: 0.5, reply_timeout_s: 30, faq: [] },
      hours: null,
      retention: { messages_days: null },
      status: 'active',
    });
    expect(tenant.widget_public_key).toMatch(/^pk_[\w-]{43}$/);
    expect(tenantAnswer.validate({ tenant }, { convert: false }).error).toBeUndefined();

    const read = await fetchTenant(world.ownerToken, tenant.tenant_id);
    expect(read.data).toEqual({ tenant });
  });

  it('repeats the creation of a tenant without its secret', async () => {
    const body = { workspace_id: world.workspaceId, tenant_name: 'Twice', allowed_origins: [] };
    const options = { token: world.ownerToken, headers: { 'idempotency-key': 'one' } };
    const first = await relay.post('/console/create/tenant', body, options);
    const second = await relay.post('/console/create/tenant', body, options);
    expect(second.data.tenant).toEqual(first.data.tenant);
    expect(second.data.tenant_secret).toBeNull();
  });

  it('stores no tenant secret in plain text', async () => {
    const rows = await readSql(relay.database, 'SELECT * FROM tenant_secrets');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(world.tenantSecret);
    expect(JSON.stringify(rows)).not.toContain('ts_');
  });

  it('changes the given settings of a tenant and leaves the rest', async () => {
    const hours = {
      timezone: 'Europe/Paris',
      weekly: [{ day: 1, from: '09:00', to: '18:00' }],
      holidays: ['2026-12-25'],
    };
    await update({ tenant_name: 'Renamed', hours, callback_url_base: 'https://hooks.example/x' });
    const answer = await update({
      bot: { kind: 'none' },
      widget: { theme: { accent_color: '#AABBCC' } },
    });
    expect(answer.status).toBe(200);
    expect(answer.data.tenant).toMatchObject({
      tenant_name: 'Renamed',
      hours,
      callback_url_base: 'https://hooks.example/x',
      bot: { kind: 'none' },
      widget: {
        theme: { accent_color: '#aabbcc', position: 'right' },
        cross_device: false,
        share_page: true,
      },
      allowed_origins: ['https://shop.example'],
    });
    expect((await fetchTenant(world.ownerToken)).data['tenant'].tenant_name).toBe('Renamed');
    const cleared = await update({ hours: null, callback_url_base: null });
    expect(cleared.data.tenant).toMatchObject({ hours: null, callback_url_base: null });
  });

  it.each([
    ['an origin with a path', { allowed_origins: ['https://a.example/x'] }, 'allowed_origins.0'],
    [
      'a wildcard on a public suffix',
      { allowed_origins: ['https://*.co.uk'] },
      'allowed_origins.0',
    ],
    [
      'an accent colour by name',
      { widget: { theme: { accent_color: 'red' } } },
      'widget.theme.accent_color',
    ],
    ['a threshold above 1', { bot: { confidence_threshold: 1.01 } }, 'bot.confidence_threshold'],
    ['a threshold as text', { bot: { confidence_threshold: '0.5' } }, 'bot.confidence_threshold'],
    ['a reply timeout of 4 s', { bot: { reply_timeout_s: 4 } }, 'bot.reply_timeout_s'],
    ['a reply timeout of 301 s', { bot: { reply_timeout_s: 301 } }, 'bot.reply_timeout_s'],
    ['an unknown bot', { bot: { kind: 'gpt' } }, 'bot.kind'],
    ['an unknown zone', { hours: { timezone: 'Mars/Base', weekly: [] } }, 'hours.timezone'],
    [
      'a weekday 8',
      { hours: { timezone: 'UTC', weekly: [{ day: 8, from: '09:00', to: '10:00' }] } },
      'hours.weekly.0.day',
    ],
    [
      'the 30th of February',
      { hours: { timezone: 'UTC', weekly: [], holidays: ['2026-02-30'] } },
      'hours.holidays.0',
    ],
    ['an unknown field', { status: 'suspended' }, 'status'],
    ['no origins at all', { allowed_origins: null }, 'allowed_origins'],
  ])('refuses a tenant with %s', async (_what, fields, field) => {
    const answer = await update(fields);
    expect([answer.status, answer.data.code]).toEqual([422, 'invalid_request']);
    expect(answer.data.details.map((detail) => detail.field)).toContain(field);
  });

  it.each(['https://10.0.0.1', 'https://169.254.169.254', 'ftp://hooks.example', 'not a url'])(
    'refuses %s as an address for callbacks',
    async (url) => {
      const answer = await update({ callback_url_base: url });
      expect([answer.status, answer.data.code]).toEqual([422, 'callback_url_forbidden']);
    },
  );

  it('answers a foreign tenant like an unknown one', async () => {
    const stranger = (await createWorld(relay.url)).ownerToken;
    const unknown = '01890000-0000-7000-8000-000000000000';
    const foreign = [
      await fetchTenant(stranger),
      await update({ tenant_name: 'Mine' }, stranger),
      ...(await Promise.all(
        ['rotate/widget-key', 'rotate/tenant-secret', 'activate/tenant-secret'].map((route) =>
          relay.post(`/console/${route}`, { tenant_id: world.tenantId }, { token: stranger }),
        ),
      )),
      await relay.get(`/console/fetch/tenants?workspace_id=${world.workspaceId}`, {
        token: stranger,
      }),
    ];
    const nobody = await fetchTenant(stranger, unknown);
    for (const answer of [...foreign, nobody]) {
      expect([answer.status, answer.data.code]).toEqual([404, 'not_found']);
    }
  });

  it('lets an operator read their own tenants and change none', async () => {
    const other = await relay.post(
      '/console/create/tenant',
      { workspace_id: world.workspaceId, tenant_name: 'Other', allowed_origins: [] },
      { token: world.ownerToken },
    );
    const { email, token: operator } = await addMember(relay.url, world, 'operator');
    await relay.post(
      '/console/create/operator',
      {
        workspace_id: world.workspaceId,
        email,
        display_name: 'Op',
        tenant_ids: [world.tenantId],
      },
      { token: world.ownerToken },
    );

    const list = await relay.get(`/console/fetch/tenants?workspace_id=${world.workspaceId}`, {
      token: operator,
    });
    expect(list.data.tenants.map((tenant) => tenant.tenant_id)).toEqual([world.tenantId]);
    expect((await fetchTenant(operator)).status).toBe(200);
    expect((await fetchTenant(operator, other.data.tenant.tenant_id)).status).toBe(404);
    expect((await update({ tenant_name: 'Mine' }, operator)).data.code).toBe('insufficient_role');
  });

  it('lists tenants in pages and by status', async () => {
    for (const name of ['B', 'C']) {
      await relay.post(
        '/console/create/tenant',
        { workspace_id: world.workspaceId, tenant_name: name, allowed_origins: [] },
        { token: world.ownerToken },
      );
    }
    await setTenantStatus(relay, world.tenantId, 'suspended');
    const path = `/console/fetch/tenants?workspace_id=${world.workspaceId}`;
    const page = (query: string) => relay.get(path + query, { token: world.ownerToken });

    const first = await page('&limit=2');
    const second = await page(`&limit=2&cursor=${first.data.next_cursor}`);
    expect([...first.data.tenants, ...second.data.tenants].map((t) => t.tenant_name)).toEqual([
      'Shop',
      'B',
      'C',
    ]);
    expect(second.data.next_cursor).toBeNull();
    const suspended = await page('&status=suspended');
    expect(suspended.data.tenants.map((tenant) => tenant.status)).toEqual(['suspended']);
    expect((await page('&status=gone')).status).toBe(422);
    expect((await page('&cursor=rubbish')).status).toBe(422);
  });

  it('suspends a tenant once, and closes its sockets', async () => {
    const admin = await addSystemAdmin(relay);
    const { token } = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, token);
    const suspend = () =>
      admin.post<{ tenant: { status: string } }>('/console/system/suspend/tenant', {
        tenant_id: world.tenantId,
        reason: 'unpaid',
      });
    expect((await suspend()).data.tenant.status).toBe('suspended');
    expect((await suspend()).data.tenant.status).toBe('suspended');
    expect((await socket.closed).code).toBe(4403);
    const entries = await readSql(
      relay.database,
      "SELECT entry_id FROM audit_entries WHERE subject = ? AND action = 'tenant.suspended'",
      [world.tenantId],
    );
    expect(entries).toHaveLength(1);
    expect((await fetchTenant(world.ownerToken)).data['tenant'].status).toBe('suspended');
  });

  it('keeps in the audit log who changed a tenant', async () => {
    await update({ tenant_name: 'Renamed', hours: null });
    const { data: account } = await relay.get('/console/fetch/account', {
      token: world.ownerToken,
    });
    const body = { tenant_id: world.tenantId };
    for (const route of ['rotate/widget-key', 'rotate/tenant-secret', 'activate/tenant-secret']) {
      await relay.post(`/console/${route}`, body, { token: world.ownerToken });
    }
    const entries = await readSql<{ action: string; details: string }>(
      relay.database,
      `SELECT action, details FROM audit_entries
       WHERE subject = ? AND workspace_id = ? AND actor_account_id = ? ORDER BY entry_id`,
      [world.tenantId, world.workspaceId, account['account'].account_id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'tenant.created',
      'tenant.updated',
      'tenant.widget_key_rotated',
      'tenant.secret_rotated',
      'tenant.secret_activated',
    ]);
    expect(entries[1]?.details).toBe('{"fields":["tenant_name","hours"]}');
  });
});
