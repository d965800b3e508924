import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf, type Api } from '../support/api';
import { useRelay } from '../support/relay';
import { addSystemAdmin } from '../support/system-admin';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

const UNKNOWN_ID = '0190aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa';

interface Stats {
  workspaces: number;
  admins: number;
  tenants: number;
  operators: number;
  pending_assignments: number;
}

interface Entries {
  entries: {
    action: string;
    actor: object | null;
    subject: string;
    details: { reason: string | null };
  }[];
}

describe('the system console', () => {
  const test = useRelay();
  let system: Api;
  let world: World;

  beforeAll(async () => {
    system = await addSystemAdmin(test);
    world = await createWorld(test.url);
  });

  const adminsAt = (cursor: string) =>
    system.get<{ admins: Record<string, string>[]; next_cursor: string | null }>(
      `/console/system/fetch/admins?limit=1${cursor && `&cursor=${cursor}`}`,
    );
  const stats = async () => (await system.get<Stats>('/console/system/fetch/stats')).data;
  const setStatus = (verb: 'suspend' | 'reactivate', body: unknown, api: Api = system) =>
    api.post<{ tenant: { tenant_id: string; status: string } }>(
      `/console/system/${verb}/tenant`,
      body,
    );
  const logOf = async (of: World) => {
    const { data } = await of.owner.get<Entries>(
      `/console/fetch/audit-log?workspace_id=${of.workspaceId}`,
    );
    return data.entries.filter(({ action }) => /suspended|reactivated/.test(action));
  };

  const ROUTES: [method: 'GET' | 'POST', path: string][] = [
    ...['stats', 'node-status', 'workspaces', 'tenants', 'admins', 'audit-log'].map(
      (what): ['GET', string] => ['GET', `/console/system/fetch/${what}`],
    ),
    ['POST', '/console/system/suspend/tenant'],
    ['POST', '/console/system/reactivate/tenant'],
  ];
  // Right and wrong input alike: who may not pass learns nothing of it.
  const BODIES = [{ tenant_id: UNKNOWN_ID }, {}, { tenant_id: [] }];

  it.each(ROUTES)(
    'refuses the system console to strangers and plain accounts: %s %s',
    async (method, path) => {
      const ask = (api: Api, body: unknown) =>
        method === 'GET' ? api.get(path) : api.post(path, body);
      const { token: visitorToken } = await createVisitor(test.url, world);
      for (const body of BODIES) {
        const anonymous = await ask(apiOf(test.url), body);
        expect([anonymous.status, anonymous.data.code]).toEqual([401, 'unauthenticated']);
        const visitor = await ask(apiOf(test.url, visitorToken), body);
        expect([visitor.status, visitor.data.code]).toEqual([401, 'token_invalid']);
        const plain = await ask(world.owner, body);
        expect([plain.status, plain.data.code]).toEqual([403, 'not_system_admin']);
      }
    },
  );

  it('counts workspaces, admins, tenants and operators exactly', async () => {
    const before = await stats();
    for (const count of Object.values(before)) expect(count).toBeTypeOf('number');
    const other = await createWorld(test.url, { bot: { kind: 'none' } });
    await apiOf(test.url).post('/console/register', {
      email: 'pending@example.com',
      password: 'a long enough passphrase',
      display_name: 'Pending',
      organization_name: 'Later Ltd',
    });
    for (const content of ['one', 'two']) {
      const { token } = await createVisitor(test.url, other);
      const socket = await VisitorSocket.open(test.url, token);
      await socket.say('m1', content);
      socket.close();
    }
    const created = await other.owner.get<{ account: { email: string } }>('/console/fetch/account');
    const operator = await other.owner.post('/console/create/operator', {
      workspace_id: other.workspaceId,
      email: created.data.account.email,
      display_name: 'Olga',
      tenant_ids: [other.tenantId],
    });
    expect(operator.status).toBe(201);
    const after = await stats();
    const { data } = await system.get<{ admins: unknown[] }>(
      '/console/system/fetch/admins?limit=200',
    );
    expect(after.admins).toBe(data.admins.length);
    expect(after).toEqual({
      workspaces: before.workspaces + 1,
      admins: after.admins,
      tenants: before.tenants + 1,
      operators: before.operators + 1,
      pending_assignments: before.pending_assignments + 2,
    });
  });

  it('lists the audit log of the whole platform, newest first', async () => {
    const { tenantId } = await createWorld(test.url);
    await setStatus('suspend', { tenant_id: tenantId });
    await setStatus('reactivate', { tenant_id: tenantId });
    type Page = Entries & { next_cursor: string | null };
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { data: Page } = await system.get<Page>(
        `/console/system/fetch/audit-log?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.entries.map(({ action }) => action));
      cursor = page.data.next_cursor;
    }
    expect(seen.slice(0, 2)).toEqual(['tenant.reactivated', 'tenant.suspended']);
    expect(seen).toContain('system_admin.promoted');
    expect(seen).toContain('workspace.created');
  });

  it('lists every account in pages and never a hash', async () => {
    const emails: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof adminsAt>> = await adminsAt(cursor);
      expect(page.data.admins.length).toBeLessThanOrEqual(1);
      expect(JSON.stringify(page.data)).not.toMatch(/hash|argon|password/i);
      for (const admin of page.data.admins) {
        expect(Object.keys(admin).toSorted()).toEqual([
          'account_id',
          'created_at',
          'display_name',
          'email',
          'is_system',
          'mfa_enabled',
          'status',
          'totp_enabled',
        ]);
        emails.push(admin['email'] ?? '');
      }
      cursor = page.data.next_cursor;
    }
    expect(new Set(emails).size).toBe(emails.length);
    expect(emails.length).toBe((await stats()).admins);
  });

  it('lists every workspace and tenant', async () => {
    const { data: workspaces } = await system.get<{ workspaces: { workspace_id: string }[] }>(
      '/console/system/fetch/workspaces?limit=200',
    );
    expect(workspaces.workspaces.map((one) => one.workspace_id)).toContain(world.workspaceId);
    expect(workspaces.workspaces.length).toBe((await stats()).workspaces);
    const { data: tenants } = await system.get<{ tenants: { tenant_id: string }[] }>(
      '/console/system/fetch/tenants?limit=200',
    );
    expect(tenants.tenants.map((one) => one.tenant_id)).toContain(world.tenantId);
    expect(tenants.tenants.length).toBe((await stats()).tenants);
    expect(JSON.stringify(tenants)).not.toContain('secret');
  });

  it('filters tenants by status and refuses an unknown status', async () => {
    const other = await createWorld(test.url);
    await setStatus('suspend', { tenant_id: other.tenantId });
    const idsOf = async (status: string) => {
      const { data } = await system.get<{ tenants: { tenant_id: string; status: string }[] }>(
        `/console/system/fetch/tenants?status=${status}&limit=200`,
      );
      expect(new Set(data.tenants.map((tenant) => tenant.status))).toEqual(new Set([status]));
      return data.tenants.map((tenant) => tenant.tenant_id);
    };
    expect(await idsOf('suspended')).toContain(other.tenantId);
    expect(await idsOf('active')).not.toContain(other.tenantId);
    for (const query of ['status=', 'status=SUSPENDED', 'status=active&status=suspended']) {
      const answer = await system.get(`/console/system/fetch/tenants?${query}`);
      expect([answer.status, answer.data.code]).toEqual([422, 'invalid_request']);
    }
  });

  it('keeps a suspension and a reactivation once in the audit log, also when repeated', async () => {
    const other = await createWorld(test.url);
    const body = { tenant_id: other.tenantId, reason: 'unpaid' };
    for (const verb of ['suspend', 'suspend', 'reactivate', 'reactivate'] as const) {
      const answer = await setStatus(verb, body);
      expect(answer.status).toBe(200);
      expect(answer.data.tenant).toMatchObject({
        tenant_id: other.tenantId,
        status: verb === 'suspend' ? 'suspended' : 'active',
      });
    }
    const entries = await logOf(other);
    expect(entries.map(({ action }) => action)).toEqual(['tenant.reactivated', 'tenant.suspended']);
    for (const entry of entries) {
      expect(entry.actor).toMatchObject({ display_name: 'System Admin' });
      expect(entry.subject).toBe(other.tenantId);
      expect(entry.details.reason).toBe('unpaid');
    }
  });

  it('answers 404 for an unknown tenant and 422 for a wrong body', async () => {
    const unknown = await setStatus('suspend', { tenant_id: UNKNOWN_ID });
    expect([unknown.status, unknown.data.code]).toEqual([404, 'not_found']);
    const { tenantId } = world;
    const wrong: unknown[] = [
      {},
      null,
      [],
      { tenant_id: null },
      { tenant_id: { $ne: '' } },
      { tenant_id: tenantId, reason: 7 },
      { tenant_id: tenantId, reason: '' },
      { tenant_id: tenantId, reason: 'x'.repeat(501) },
      { tenant_id: tenantId, status: 'suspended' },
    ];
    for (const body of wrong) {
      const answer = await setStatus('suspend', body);
      expect([answer.status, answer.data.code]).toEqual([422, 'invalid_request']);
    }
    expect(await logOf(world)).toEqual([]);
  });
});
