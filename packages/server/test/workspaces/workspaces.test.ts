import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids';
import type { Answer, SignedIn } from '../support/console-calls';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';

const relay = useRelay();
let owner: SignedIn;
let admin: SignedIn;
let operator: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  owner = await relay.register('owner@corp.test');
  stranger = await relay.register('stranger@corp.test');
  admin = await join('admin@corp.test', 'admin');
  operator = await join('operator@corp.test', 'operator');
});

const outcome = ({ status, data }: Answer) => [status, data['code']];
const as = (who: SignedIn) => ({ token: who.token });

/** A new account that joins the owner's workspace by invitation. */
async function join(email: string, role: string, into = owner): Promise<SignedIn> {
  const { data } = await relay.post(
    '/console/create/invitation',
    { workspace_id: into.workspaceId, email, role },
    as(into),
  );
  return relay.register(email, { invite_token: data['dev_invite_token'] });
}

describe('workspaces', () => {
  it('lets an owner make and rename a workspace', async () => {
    const made = await relay.post('/console/create/workspace', { name: 'Second' }, as(owner));
    expect(made.status).toBe(201);
    const { workspace } = made.data;
    expect(workspace).toEqual({
      workspace_id: expect.any(String),
      name: 'Second',
      role: 'owner',
      created_at: expect.any(String),
    });
    const { workspace_id } = workspace;
    const renamed = await relay.post(
      '/console/update/workspace',
      { workspace_id, name: 'Deuxième' },
      as(owner),
    );
    expect(renamed.data['workspace']).toEqual({ ...workspace, name: 'Deuxième' });
    const listed = await relay.get('/console/fetch/workspaces', as(owner));
    expect(listed.data).toEqual({
      workspaces: [expect.objectContaining({ name: 'Acme' }), renamed.data['workspace']],
      next_cursor: null,
    });
  });

  it('lists workspaces in pages', async () => {
    const first = await relay.get('/console/fetch/workspaces?limit=1', as(owner));
    expect(first.data['workspaces']).toHaveLength(1);
    const second = await relay.get(
      `/console/fetch/workspaces?limit=1&cursor=${first.data['next_cursor']}`,
      as(owner),
    );
    expect(second.data['workspaces'][0].name).toBe('Deuxième');
    expect(second.data['next_cursor']).toBeNull();
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=WzFd']) {
      const { status } = await relay.get(`/console/fetch/workspaces?${query}`, as(owner));
      expect(status).toBe(422);
    }
  });

  it('refuses to let strangers and operators rename a workspace', async () => {
    const rename = (who: SignedIn, workspace_id = owner.workspaceId) =>
      relay.post('/console/update/workspace', { workspace_id, name: 'Mine' }, as(who));
    expect(outcome(await rename(stranger))).toEqual([404, 'not_found']);
    expect(outcome(await rename(stranger, newId()))).toEqual([404, 'not_found']);
    expect(outcome(await rename(operator))).toEqual([403, 'insufficient_role']);
    expect((await rename(admin)).status).toBe(200);
  });

  it('needs a token to read workspaces', async () => {
    expect(outcome(await relay.get('/console/fetch/workspaces'))).toEqual([401, 'unauthenticated']);
  });
});

describe('members', () => {
  const update = (who: SignedIn, account_id: string, role: unknown) =>
    relay.post(
      '/console/update/member',
      { workspace_id: owner.workspaceId, account_id, role },
      as(who),
    );
  const remove = (who: SignedIn, account_id: string, workspace_id = owner.workspaceId) =>
    relay.post('/console/remove/member', { workspace_id, account_id }, as(who));

  it('lists members to admins alone', async () => {
    const list = (who: SignedIn) =>
      relay.get(`/console/fetch/members?workspace_id=${owner.workspaceId}`, as(who));
    const { data } = await list(admin);
    expect(data['members'].map((m: { email: string; role: string }) => [m.email, m.role])).toEqual(
      expect.arrayContaining([
        ['owner@corp.test', 'owner'],
        ['admin@corp.test', 'admin'],
        ['operator@corp.test', 'operator'],
      ]),
    );
    expect(JSON.stringify(data)).not.toContain('argon2');
    expect(outcome(await list(operator))).toEqual([403, 'insufficient_role']);
    expect(outcome(await list(stranger))).toEqual([404, 'not_found']);
  });

  it('lets admins manage members, except owners', async () => {
    expect((await update(admin, operator.accountId, 'admin')).data['member'].role).toBe('admin');
    expect((await update(admin, operator.accountId, 'operator')).status).toBe(200);
    expect((await update(admin, operator.accountId, 'operator')).status).toBe(200);
    for (const answer of [
      await update(admin, operator.accountId, 'owner'),
      await update(admin, admin.accountId, 'owner'),
      await update(admin, owner.accountId, 'operator'),
      await remove(admin, owner.accountId),
      await update(operator, operator.accountId, 'admin'),
      await remove(operator, admin.accountId),
    ]) {
      expect(outcome(answer)).toEqual([403, 'insufficient_role']);
    }
    for (const answer of [
      await update(owner, stranger.accountId, 'admin'),
      await update(owner, newId(), 'admin'),
      await remove(stranger, operator.accountId),
    ]) {
      expect(outcome(answer)).toEqual([404, 'not_found']);
    }
    expect(outcome(await update(owner, operator.accountId, 'god'))).toEqual([
      422,
      'invalid_request',
    ]);
  });

  it('refuses a removed member from the next request on', async () => {
    const leaver = await join('leaver@corp.test', 'admin');
    expect((await remove(leaver, leaver.accountId)).status).toBe(200);
    // It was the last workspace.
    expect(outcome(await relay.get('/console/fetch/workspaces', as(leaver)))).toEqual([
      401,
      'session_revoked',
    ]);
  });

  it('keeps the last owner of a workspace', async () => {
    expect(outcome(await remove(owner, owner.accountId))).toEqual([409, 'last_owner']);
    expect(outcome(await update(owner, owner.accountId, 'admin'))).toEqual([409, 'last_owner']);
  });

  it('keeps one owner of a workspace when all leave at once', async () => {
    const first = await relay.register('first@corp.test');
    const owners = [first];
    for (let i = 0; i < 5; i++) owners.push(await join(`owner${i}@corp.test`, 'owner', first));
    const answers = await Promise.all(
      owners.map((who, i) =>
        i % 2 === 0
          ? remove(who, who.accountId, first.workspaceId)
          : relay.post(
              '/console/update/member',
              { workspace_id: first.workspaceId, account_id: who.accountId, role: 'operator' },
              as(who),
            ),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(outcome)).toEqual([[409, 'last_owner']]);
    const left = await readSql(
      relay.database,
      `SELECT account_id FROM memberships WHERE workspace_id = ? AND role = 'owner'`,
      [first.workspaceId],
    );
    expect(left).toHaveLength(1);
  });
});
