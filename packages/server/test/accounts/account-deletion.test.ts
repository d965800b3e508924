import { beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT_TABLES } from '../../src/accounts/account-deletion';
import { apiOf } from '../support/api';
import { signInOnPage } from '../support/console-page';
import { readSql } from '../support/direct-sql';
import { addMember, addStranger, type Member } from '../support/members';
import { useRelay } from '../support/relay';
import { addSystemAdmin } from '../support/system-admin';
import { createWorld, PASSWORD, register, type World } from '../support/world';

const relay = useRelay({ env: { CONSOLE_MFA: 'optional' } });
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url);
});

interface Refusal {
  code: string;
  details: { workspace_id: string; workspace_name: string }[];
}

const remove = ({ api }: Pick<Member, 'api'>, password = PASSWORD) =>
  api.post<Refusal>('/console/delete/account', { password });

interface Place {
  tbl: string;
  col: string;
}

/** The columns that can hold an account's id. */
async function places(): Promise<Place[]> {
  const isSqlite = relay.database.url.startsWith('sqlite:');
  return readSql<Place>(
    relay.database,
    isSqlite
      ? `SELECT m.name AS tbl, c.name AS col FROM sqlite_master m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND (c.name LIKE '%account_id' OR c.name = 'created_by')`
      : `SELECT table_name AS tbl, column_name AS col FROM information_schema.columns
         WHERE table_schema = DATABASE()
           AND (column_name LIKE '%account_id' OR column_name = 'created_by')`,
  );
}

/** The tables in which a column holds the id. */
async function tablesWith(id: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { tbl, col } of await places()) {
    const rows = await readSql(relay.database, `SELECT 1 FROM ${tbl} WHERE ${col} = ?`, [id]);
    if (rows.length > 0) found.add(tbl);
  }
  return [...found].toSorted();
}

describe('a deleted account', () => {
  it('is deleted from every table that belongs to accounts', async () => {
    const tables = (await places()).filter(({ col }) => col === 'account_id').map(({ tbl }) => tbl);
    expect(tables.toSorted()).toEqual([...ACCOUNT_TABLES, 'memberships', 'operators'].toSorted());
  });

  it('needs its password, which a session may get wrong five times', async () => {
    const member = await addMember(relay.url, world, 'admin');
    for (let n = 0; n < 5; n += 1) {
      expect((await remove(member, 'wrong-password')).data.code).toBe('invalid_credentials');
    }
    expect((await remove(member)).data.code).toBe('too_many_attempts');
  });

  it('is gone with its logins, memberships and operators, and its address can register again', async () => {
    const member = await addMember(relay.url, world, 'admin', 'Mia');
    const { accountId, email, api, token } = member;
    await world.owner.post('/console/create/operator', {
      workspace_id: world.workspaceId,
      email,
      display_name: 'Mia',
      tenant_ids: [world.tenantId],
    });
    await api.post('/console/create/canned-reply', {
      workspace_id: world.workspaceId,
      shortcut: 'hi',
      content: 'Hello',
    });
    expect(await tablesWith(accountId)).toEqual(expect.arrayContaining(['operators', 'accounts']));

    expect((await remove(member)).status).toBe(200);
    expect(await tablesWith(accountId)).toEqual(['audit_entries']);
    expect((await api.get('/console/fetch/account')).status).toBe(401);
    const { data } = await world.owner.get<{ members: object[]; operators: object[] }>(
      `/console/fetch/members?workspace_id=${world.workspaceId}`,
    );
    expect(data.members).toHaveLength(1);
    expect((await apiOf(relay.url, token).get('/console/fetch/sessions')).status).toBe(401);
    const again = await register(relay.url, email, 'Mia', { organization_name: 'New' });
    expect(again.memberships).toHaveLength(1);
  });

  it('is no workspace’s last owner, and says of which it is', async () => {
    const stranger = await addStranger(relay.url);
    const { status, data } = await remove(stranger);
    expect([status, data.code]).toEqual([409, 'last_owner']);
    expect(data.details).toEqual([
      { workspace_id: expect.any(String), workspace_name: 'Elsewhere' },
    ]);
    expect((await stranger.api.get('/console/fetch/account')).status).toBe(200);
  });

  it('leaves an owner when two owners go at once', async () => {
    const other = await addMember(relay.url, world, 'owner');
    const both = await Promise.all([remove(other), remove({ api: world.owner })]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(both.find(({ status }) => status === 409)?.data.code).toBe('last_owner');
  });

  it('is not the last super-admin', async () => {
    const admins = [await addSystemAdmin(relay), await addSystemAdmin(relay)];
    for (const api of admins) {
      const { data } = await api.get<{ workspaces: { workspace_id: string }[] }>(
        '/console/fetch/workspaces',
      );
      const fields = { workspace_id: data.workspaces[0]?.workspace_id, name: 'Platform' };
      expect((await api.post('/console/delete/workspace', fields)).status).toBe(200);
    }
    const both = await Promise.all(admins.map((api) => remove({ api })));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(both.find(({ status }) => status === 409)?.data.code).toBe('last_system_admin');
  });

  it('takes its cookie along', async () => {
    const page = await signInOnPage(relay.url);
    const fields = { workspace_id: page.workspaceId, name: 'Shop Ltd' };
    expect((await page.post('/console/delete/workspace', fields)).status).toBe(200);
    const gone = await page.post('/console/delete/account', { password: PASSWORD });
    expect([gone.status, String(gone.headers['set-cookie'])]).toEqual([
      200,
      expect.stringContaining('Max-Age=0'),
    ]);
  });
});
