import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startAccountsServer,
  type AccountsServer,
  type SignedIn,
} from '../support/accounts-server';

let relay: AccountsServer;
let owner: SignedIn;
beforeAll(async () => {
  relay = await startAccountsServer();
  owner = await relay.register('owner@corp.test');
});
afterAll(() => relay.close());

const fetchLog = (who: SignedIn, more = '') =>
  relay.get(`/console/fetch/audit-log?workspace_id=${owner.workspaceId}${more}`, {
    token: who.token,
  });

it('tells who did what, and from where, newest first', async () => {
  await relay.post(
    '/console/update/workspace',
    { workspace_id: owner.workspaceId, name: 'New name' },
    { token: owner.token, ip: '203.0.113.5' },
  );
  const { data } = await fetchLog(owner);
  expect(data['next_cursor']).toBeNull();
  expect(data['entries']).toEqual([
    {
      entry_id: expect.any(String),
      workspace_id: owner.workspaceId,
      action: 'workspace.updated',
      actor: { account_id: owner.accountId, display_name: 'Ada' },
      ip: '203.0.113.5',
      subject: owner.workspaceId,
      details: { name: 'New name' },
      created_at: expect.any(String),
    },
    expect.objectContaining({ action: 'workspace.created' }),
  ]);
});

it('pages, and ends with the last entry', async () => {
  for (let i = 0; i < 3; i++) {
    await relay.audit.record(null, {
      workspaceId: owner.workspaceId,
      action: 'test.event',
      actor: null,
      ip: null,
      subject: String(i),
    });
  }
  const first = await fetchLog(owner, '&limit=2');
  expect(first.data['entries'].map((e: { subject: string }) => e.subject)).toEqual(['2', '1']);
  const second = await fetchLog(owner, `&limit=200&cursor=${first.data['next_cursor']}`);
  expect(second.data['entries'][0]).toMatchObject({ subject: '0', actor: null, ip: null });
  expect(second.data['entries']).toHaveLength(3);
  expect(second.data['next_cursor']).toBeNull();
});

it('is rolled back with what it tells of', async () => {
  await expect(
    relay.database.transaction(async (tx) => {
      await relay.audit.record(tx, {
        workspaceId: owner.workspaceId,
        action: 'test.undone',
        actor: null,
        ip: null,
        subject: null,
      });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(JSON.stringify((await fetchLog(owner)).data)).not.toContain('test.undone');
});

it('is closed to other workspaces', async () => {
  const stranger = await relay.register('stranger@corp.test');
  const { status, data } = await fetchLog(stranger);
  expect([status, data['code']]).toEqual([404, 'not_found']);
});
