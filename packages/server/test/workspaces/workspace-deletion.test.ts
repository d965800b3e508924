import { beforeEach, describe, expect, it } from 'vitest';
import { WORKSPACE_TABLES } from '../../src/workspaces/workspace-deletion';
import { readSql, writeSql } from '../support/direct-sql';
import { addMember } from '../support/members';
import { useRelay } from '../support/relay';
import { addSystemAdmin } from '../support/system-admin';
import { addOperator, createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;
let name: string;
beforeEach(async () => {
  world = await createWorld(relay.url);
  const { data } = await world.owner.get<{ workspaces: { name: string }[] }>(
    '/console/fetch/workspaces',
  );
  name = data.workspaces[0]?.name ?? '';
});

interface Refusal {
  code: string;
  details: object[];
}

const remove = (api = world.owner, given = name) =>
  api.post<Refusal>('/console/delete/workspace', { workspace_id: world.workspaceId, name: given });
/** Removes the tenant's row, as the erasure does in the end. */
const withoutTenant = () =>
  writeSql(relay.database, 'DELETE FROM tenants WHERE tenant_id = ?', [world.tenantId]);

async function rowsWith(column: string, id: string): Promise<string[]> {
  const isSqlite = relay.database.url.startsWith('sqlite:');
  const tables = await readSql<{ name: string }>(
    relay.database,
    isSqlite
      ? `SELECT m.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND c.name = ?`
      : `SELECT table_name AS name FROM information_schema.columns
         WHERE table_schema = DATABASE() AND column_name = ?`,
    [column],
  );
  const found: string[] = [];
  for (const { name: table } of tables) {
    const sql = `SELECT 1 FROM ${table} WHERE ${column} = ?`;
    if ((await readSql(relay.database, sql, [id])).length > 0) found.push(table);
  }
  return found.toSorted();
}

describe('a deleted workspace', () => {
  it('needs its name, an owner, and no tenant, also none that is being deleted', async () => {
    const wrong = await remove(world.owner, `${name}!`);
    expect([wrong.status, wrong.data.details]).toEqual([
      422,
      [{ field: 'name', code: 'any_only' }],
    ]);
    const admin = await addMember(relay.url, world, 'admin');
    expect((await remove(admin.api)).data.code).toBe('insufficient_role');
    const tenant = { tenant_id: world.tenantId, tenant_name: 'Shop' };
    for (const ask of [() => remove(), () => remove()]) {
      const { status, data } = await ask();
      expect([status, data.code]).toEqual([409, 'state_conflict']);
      await world.owner.post('/console/delete/tenant', tenant);
    }
  });

  it('is gone with its members, operators, invitations and canned replies, not its audit log', async () => {
    await addOperator(relay.url, world, 'Ann');
    const fields = { workspace_id: world.workspaceId };
    await world.owner.post('/console/create/canned-reply', {
      ...fields,
      shortcut: 'hi',
      content: 'Hello',
    });
    await withoutTenant();
    expect((await rowsWith('workspace_id', world.workspaceId)).toSorted()).toEqual(
      [...WORKSPACE_TABLES, 'audit_entries', 'workspaces'].toSorted(),
    );
    expect((await remove()).status).toBe(200);
    expect(await rowsWith('workspace_id', world.workspaceId)).toEqual(['audit_entries']);
    expect((await remove()).data.code).toBe('not_found');
    const system = await addSystemAdmin(relay);
    const { data } = await system.get<{ entries: { action: string }[] }>(
      '/console/system/fetch/audit-log?limit=20',
    );
    expect(data.entries.map(({ action }) => action)).toContain('workspace.deleted');
  });

  it('gets no tenant, invitation or reply that is created while it is deleted', async () => {
    await withoutTenant();
    const fields = { workspace_id: world.workspaceId };
    const [deleted, ...created] = await Promise.all([
      remove(),
      world.owner.post('/console/create/tenant', {
        ...fields,
        tenant_name: 'Late',
        allowed_origins: [],
      }),
      world.owner.post('/console/create/canned-reply', {
        ...fields,
        shortcut: 'late',
        content: 'x',
      }),
      world.owner.post('/console/create/invitation', {
        ...fields,
        email: 'late@example.com',
        role: 'admin',
      }),
    ]);
    expect(created.map(({ status }) => [201, 404].includes(status))).toEqual([true, true, true]);
    const left = await rowsWith('workspace_id', world.workspaceId);
    if (deleted?.status === 200) expect(left).toEqual(['audit_entries']);
    else expect(left).toContain('tenants');
  });
});
