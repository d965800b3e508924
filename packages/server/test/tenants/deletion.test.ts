import { once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../src/platform/clock';
import { writeSql } from '../support/direct-sql';
import { addMember } from '../support/members';
import { useRelay } from '../support/relay';
import { addSystemAdmin, setTenantStatus } from '../support/system-admin';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url, { callback_url_base: 'http://127.0.0.1:9999' });
});

interface Tenant {
  tenant_name: string;
  status: string;
  deletes_at: string | null;
}
interface Answer {
  tenant: Tenant;
  code: string;
  details: object[];
}

const call = (route: string, fields: object = {}, api = world.owner) =>
  api.post<Answer>(`/console/${route}`, { tenant_id: world.tenantId, ...fields });
const remove = (name = 'Shop', api = world.owner) =>
  call('delete/tenant', { tenant_name: name }, api);
const restore = (api = world.owner) => call('restore/tenant', {}, api);

async function stored(): Promise<Tenant> {
  const path = `/console/fetch/tenant?tenant_id=${world.tenantId}`;
  return (await world.owner.get<Answer>(path)).data.tenant;
}

describe('a deleted tenant', () => {
  it('needs its name and an owner', async () => {
    const wrong = await remove('shop');
    expect([wrong.status, wrong.data.code, wrong.data.details]).toEqual([
      422,
      'invalid_request',
      [{ field: 'tenant_name', code: 'any_only' }],
    ]);
    const admin = await addMember(relay.url, world, 'admin');
    for (const refused of [await remove('Shop', admin.api), await restore(admin.api)]) {
      expect([refused.status, refused.data.code]).toEqual([403, 'insufficient_role']);
    }
    expect(await stored()).toMatchObject({ status: 'active', deletes_at: null });
  });

  it('is erased in seven days, which repeating it does not change', async () => {
    const before = relay.now();
    const { status, data } = await remove();
    expect([status, data.tenant.status]).toEqual([200, 'deleting']);
    const deletesAt = Date.parse(data.tenant.deletes_at ?? '');
    expect(deletesAt - before).toBeGreaterThanOrEqual(7 * DAY);
    expect(deletesAt - before).toBeLessThan(7 * DAY + 60_000);
    relay.advance(DAY);
    const again = await remove();
    expect([again.status, again.data.tenant]).toEqual([200, data.tenant]);
    expect(await stored()).toEqual(data.tenant);
    const listed = await world.owner.get<{ tenants: Tenant[] }>(
      `/console/fetch/tenants?workspace_id=${world.workspaceId}&status=deleting`,
    );
    expect(listed.data.tenants).toEqual([data.tenant]);
  });

  it('is closed to visitors, and continues with them when it is restored', async () => {
    const visitor = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', 'Hello');
    const closed = once(socket.ws, 'close');
    await remove();
    expect((await closed)[0]).toBe(4403);
    await expect(createVisitor(relay.url, world)).rejects.toThrow('tenant_suspended');
    const history = await visitor.api.get('/fetch/messages');
    expect(history.status).toBe(403);

    expect((await restore()).data.tenant).toMatchObject({ status: 'active', deletes_at: null });
    const back = await VisitorSocket.open(relay.url, visitor.token);
    expect((await back.say('m2', 'Again')).seq).toBeGreaterThan(1);
    back.close();
  });

  it('can be read and exported, and not written', async () => {
    const ana = await addOperator(relay.url, world, 'Ana');
    const visitor = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', 'Hello');
    const { conversation } = await socket.next('status');
    socket.close();
    await remove();

    const conversation_id = conversation.conversation_id;
    const tenant = `tenant_id=${world.tenantId}`;
    for (const path of [
      `fetch/conversation?conversation_id=${conversation_id}`,
      `fetch/callbacks?${tenant}`,
      `fetch/callback-health?${tenant}`,
    ]) {
      expect([path, (await world.owner.get(`/console/${path}`)).status]).toEqual([path, 200]);
    }
    const visitorRef = { session_id: visitor.sessionId };
    expect((await call('export/visitor', visitorRef)).status).toBe(200);

    const writes: [string, object?][] = [
      ['update/tenant', { tenant_name: 'Boutique' }],
      ['rotate/widget-key'],
      ['rotate/tenant-secret'],
      ['activate/tenant-secret'],
      ['test/callback'],
      ['resume/callbacks'],
      [
        'replay/callbacks',
        { since: '2020-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' },
      ],
      ['erase/visitor', visitorRef],
    ];
    for (const [route, fields] of writes) {
      const { status, data } = await call(route, fields);
      expect([route, status, data.code]).toEqual([route, 409, 'state_conflict']);
    }
    for (const route of ['claim', 'resolve', 'release']) {
      const body = { conversation_id };
      const { status, data } = await ana.api.post(`/console/${route}/conversation`, body);
      expect([route, status, data.code]).toEqual([route, 409, 'state_conflict']);
    }
  });

  it('comes back suspended if it was, and can’t be reactivated meanwhile', async () => {
    await setTenantStatus(relay, world.tenantId, 'suspended');
    await remove();
    const admin = await addSystemAdmin(relay);
    for (const verb of ['reactivate', 'suspend']) {
      const { status, data } = await call(`system/${verb}/tenant`, {}, admin);
      expect([verb, status, data.code]).toEqual([verb, 409, 'state_conflict']);
    }
    expect((await restore()).data.tenant.status).toBe('suspended');
    expect((await restore()).data.tenant).toMatchObject({ status: 'suspended', deletes_at: null });
  });

  it('can’t be restored once its time is over', async () => {
    await remove();
    const sql = 'UPDATE tenants SET deletes_at = ? WHERE tenant_id = ?';
    await writeSql(relay.database, sql, [relay.now(), world.tenantId]);
    const late = await restore();
    expect([late.status, late.data.code]).toEqual([409, 'state_conflict']);
    expect((await stored()).status).toBe('deleting');
  });

  it('is in the audit log, once', async () => {
    await remove();
    await remove();
    await restore();
    await restore();
    const { data } = await world.owner.get<{ entries: { action: string; subject: string }[] }>(
      `/console/fetch/audit-log?workspace_id=${world.workspaceId}`,
    );
    const actions = data.entries.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['tenant.restored', 'tenant.deleted']);
    expect(actions.filter((action) => action === 'tenant.deleted')).toHaveLength(1);
  });
});
