import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../src/platform/clock';
import { newId } from '../../src/platform/ids';
import { PASSWORD, type Answer, type SignedIn } from '../support/console-calls';
import { readSql, writeSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';

const relay = useRelay();
let owner: SignedIn;
beforeAll(async () => {
  owner = await relay.register('owner@corp.test');
});

const REFUSE_OPERATORS =
  process.env['TEST_DATABASE'] === 'mysql'
    ? `CREATE TRIGGER refuse_operators BEFORE INSERT ON operators
       FOR EACH ROW SIGNAL SQLSTATE '45000'`
    : `CREATE TRIGGER refuse_operators BEFORE INSERT ON operators
       BEGIN SELECT RAISE(ABORT, 'refused'); END`;

const outcome = ({ status, data }: Answer) => [status, data['code']];
const as = (who: SignedIn) => ({ token: who.token });
const invite = (email: string, role = 'operator', who = owner, more: object = {}) =>
  relay.post(
    '/console/create/invitation',
    { workspace_id: owner.workspaceId, email, role, ...more },
    as(who),
  );
const accept = (who: SignedIn, invite_token: string) =>
  relay.post('/console/accept/invitation', { invite_token }, as(who));
const registerWith = (email: string, invite_token: string) =>
  relay.post('/console/register', {
    email,
    password: PASSWORD,
    display_name: 'Ada',
    invite_token,
  });

describe('invitations', () => {
  it('stores the token of an invitation as a hash', async () => {
    const { status, data } = await invite('  New@Corp.test', 'admin');
    expect(status).toBe(201);
    expect(data).toEqual({
      invitation: {
        invitation_id: expect.any(String),
        workspace_id: owner.workspaceId,
        email: 'new@corp.test',
        role: 'admin',
        status: 'pending',
        invited_by: owner.accountId,
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
      dev_invite_token: expect.stringMatching(/^inv_[\w-]{43}$/),
    });
    const rows = await readSql(relay.database, 'SELECT * FROM invitations');
    expect(JSON.stringify(rows)).not.toContain(data['dev_invite_token']);
  });

  it('lets a new account join by an invitation', async () => {
    const { data } = await invite('joiner@corp.test', 'admin');
    const { data: session } = await relay.register('joiner@corp.test', {
      invite_token: data['dev_invite_token'],
    });
    expect(session['memberships']).toEqual([
      { workspace_id: owner.workspaceId, workspace_name: 'Acme', role: 'admin' },
    ]);
  });

  it('lets an existing account join by an invitation once', async () => {
    const guest = await relay.register('guest@corp.test');
    const { data } = await invite('guest@corp.test');
    const answer = await accept(guest, data['dev_invite_token']);
    expect(answer.data['membership']).toMatchObject({
      workspace_id: owner.workspaceId,
      role: 'operator',
    });
    expect(outcome(await accept(guest, data['dev_invite_token']))).toEqual([
      422,
      'invitation_invalid',
    ]);
    const list = await relay.get(
      `/console/fetch/invitations?workspace_id=${owner.workspaceId}`,
      as(owner),
    );
    expect(list.data['invitations'][0]).toMatchObject({
      email: 'guest@corp.test',
      status: 'accepted',
    });
  });

  it('accepts an invitation once of ten parallel requests', async () => {
    const guest = await relay.register('racer@corp.test');
    const { data } = await invite('racer@corp.test');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => accept(guest, data['dev_invite_token'])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { data: list } = await relay.get('/console/fetch/workspaces', as(guest));
    expect(list['workspaces']).toHaveLength(2);
  });

  it('accepts an invitation only for its address', async () => {
    const thief = await relay.register('thief@corp.test');
    const { data } = await invite('rightful@corp.test');
    const token = data['dev_invite_token'] as string;
    expect(outcome(await accept(thief, token))).toEqual([422, 'invitation_invalid']);
    expect(outcome(await accept(thief, 'inv_unknown'))).toEqual([422, 'invitation_invalid']);
    expect(outcome(await registerWith('other@corp.test', token))).toEqual([
      422,
      'invitation_invalid',
    ]);
  });

  it('ends an invitation after seven days, by revocation and by a newer one', async () => {
    const first = (await invite('ends@corp.test')).data;
    const second = (await invite('ends@corp.test')).data;
    const use = (data: Answer['data']) =>
      registerWith('ends@corp.test', data['dev_invite_token'] as string);
    expect(outcome(await use(first))).toEqual([422, 'invitation_invalid']);

    const revoke = () =>
      relay.post(
        '/console/revoke/invitation',
        { invitation_id: second['invitation'].invitation_id },
        as(owner),
      );
    expect((await revoke()).data['invitation'].status).toBe('revoked');
    expect((await revoke()).status).toBe(200);
    expect(outcome(await use(second))).toEqual([422, 'invitation_invalid']);

    const third = (await invite('ends@corp.test')).data;
    relay.advance(7 * DAY);
    owner = await relay.login('owner@corp.test');
    expect(outcome(await use(third))).toEqual([422, 'invitation_invalid']);
    const resent = await relay.post(
      '/console/resend/invitation',
      { invitation_id: third['invitation'].invitation_id },
      as(owner),
    );
    expect(resent.data['invitation'].status).toBe('pending');
    expect(outcome(await use(third))).toEqual([422, 'invitation_invalid']);
    expect((await use(resent.data)).status).toBe(201);
  });

  it('checks an invitation again when the registration is verified', async () => {
    const { data } = await invite('slow@corp.test');
    const begun = await registerWith('slow@corp.test', data['dev_invite_token']);
    await relay.post(
      '/console/revoke/invitation',
      { invitation_id: data['invitation'].invitation_id },
      as(owner),
    );
    const verified = await relay.post('/console/verify/registration', {
      registration_token: begun.data['registration_token'],
      otp: begun.data['dev_otp'],
    });
    expect(outcome(verified)).toEqual([422, 'invitation_invalid']);
    const login = await relay.post('/console/login', {
      email: 'slow@corp.test',
      password: PASSWORD,
    });
    expect(login.data['code']).toBe('account_pending');
  });

  it('ends an invitation with the rights of the member who sent it', async () => {
    const { data } = await invite('helper@corp.test', 'admin');
    const helper = await relay.register('helper@corp.test', {
      invite_token: data['dev_invite_token'],
    });
    const sent = await invite('late@corp.test', 'admin', helper);
    await relay.post(
      '/console/remove/member',
      { workspace_id: owner.workspaceId, account_id: helper.accountId },
      as(owner),
    );
    const late = await relay.register('late@corp.test');
    expect(outcome(await accept(late, sent.data['dev_invite_token']))).toEqual([
      422,
      'invitation_invalid',
    ]);
  });

  it('makes the operator too when an invitation is accepted, or nothing at all', async () => {
    const guest = await relay.register('agent@corp.test');
    const invited = await relay.post(
      '/console/create/operator',
      {
        workspace_id: owner.workspaceId,
        email: 'agent@corp.test',
        display_name: 'Agent',
        tenant_ids: [],
        capacity: 3,
      },
      as(owner),
    );
    const token = invited.data['dev_invite_token'] as string;
    const memberships = async () =>
      (await relay.get('/console/fetch/workspaces', as(guest))).data['workspaces'];
    const operators = () =>
      relay.get(`/console/fetch/operators?workspace_id=${owner.workspaceId}`, as(owner));

    await writeSql(relay.database, REFUSE_OPERATORS);
    expect((await accept(guest, token)).status).toBe(500);
    expect(await memberships()).toHaveLength(1);
    expect((await operators()).data.operators).toEqual([]);

    await writeSql(relay.database, 'DROP TRIGGER refuse_operators');
    expect((await accept(guest, token)).status).toBe(200);
    expect(await memberships()).toHaveLength(2);
    expect((await operators()).data.operators).toMatchObject([
      { account_id: guest.accountId, display_name: 'Agent', capacity: 3 },
    ]);
  });

  it('lets only admins invite, and admins invite no owners', async () => {
    const { data } = await invite('deputy@corp.test', 'admin');
    const deputy = await relay.register('deputy@corp.test', {
      invite_token: data['dev_invite_token'],
    });
    const { data: forAgent } = await invite('plain@corp.test', 'operator');
    const agent = await relay.register('plain@corp.test', {
      invite_token: forAgent['dev_invite_token'],
    });
    const stranger = await relay.register('stranger@corp.test');
    expect(outcome(await invite('x@corp.test', 'owner', deputy))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect(outcome(await invite('x@corp.test', 'operator', agent))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect(outcome(await invite('x@corp.test', 'operator', stranger))).toEqual([404, 'not_found']);
    expect(outcome(await invite('deputy@corp.test'))).toEqual([409, 'state_conflict']);
    expect(outcome(await invite('x@corp.test', 'operator', owner, { is_system: true }))).toEqual([
      422,
      'invalid_request',
    ]);
    for (const verb of ['resend', 'revoke']) {
      for (const [who, invitation_id] of [
        [stranger, data['invitation'].invitation_id],
        [owner, newId()],
      ] as const) {
        const answer = await relay.post(`/console/${verb}/invitation`, { invitation_id }, as(who));
        expect(outcome(answer)).toEqual([404, 'not_found']);
      }
    }
  });

  it('lists invitations in pages, newest first', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { data } = await relay.get(
        `/console/fetch/invitations?workspace_id=${owner.workspaceId}&limit=3${cursor}`,
        as(owner),
      );
      seen.push(...data['invitations'].map((i: { created_at: string }) => i.created_at));
      cursor = data['next_cursor'] === null ? '' : `&cursor=${data['next_cursor']}`;
    } while (cursor !== '');
    const [count] = await readSql<{ n: number }>(
      relay.database,
      'SELECT COUNT(*) AS n FROM invitations WHERE workspace_id = ?',
      [owner.workspaceId],
    );
    expect(seen).toHaveLength(count!.n);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });
});
