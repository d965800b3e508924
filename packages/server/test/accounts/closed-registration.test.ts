import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/console-calls';
import { addMember, invite, startRegistration } from '../support/members';
import { startRelay, useRelay, type TestRelay } from '../support/relay';
import { addSystemAdmin } from '../support/system-admin';
import { createWorld, uniqueEmail } from '../support/world';
import { createTestDatabase } from '../support/database';

const asked = (email: string, more: object = { organization_name: 'Acme' }) => ({
  email,
  password: PASSWORD,
  display_name: 'Ada',
  ...more,
});
const CLOSED = { status: 403, data: { code: 'registration_closed' } };

/** A relay that was open until a world was in its database. */
async function closeAfterwards(env: Record<string, string>) {
  const database = await createTestDatabase();
  const open = await startRelay({ database });
  const ownerEmail = uniqueEmail();
  await open.register(ownerEmail);
  const world = await createWorld(open.url);
  const admin = await addSystemAdmin(open);
  const begun = await startRegistration(open.url);
  await open.stop();
  const relay = await startRelay({ database, env });
  const stop = async () => {
    await relay.stop();
    await database.drop();
  };
  return { relay, world, ownerEmail, admin, begun, stop };
}

describe('with REGISTRATION=invited', () => {
  it('answers everyone without an invitation alike, whether the address is known or not', async () => {
    const { relay, ownerEmail, begun, stop } = await closeAfterwards({ REGISTRATION: 'invited' });
    const answers = [];
    for (const email of ['unknown@corp.test', begun.email, ownerEmail]) {
      answers.push(await relay.post('/console/register', asked(email)));
    }
    const [first] = answers;
    for (const { status, data, message } of answers) {
      expect({ status, data: { ...data, request_id: '' }, message }).toEqual({
        status: 403,
        data: { ...first?.data, code: 'registration_closed', request_id: '' },
        message: first?.message,
      });
    }
    await stop();
  });

  it('finishes no registration that began while it was open', async () => {
    const { relay, begun, stop } = await closeAfterwards({ REGISTRATION: 'invited' });
    const { registrationToken: registration_token, otp } = begun;
    expect(
      await relay.post('/console/verify/registration', { registration_token, otp }),
    ).toMatchObject(CLOSED);
    const login = await relay.post('/console/login', { email: begun.email, password: PASSWORD });
    expect(login.status).not.toBe(200);
    await stop();
  });

  it('lets the invited in, and judges their token as ever', async () => {
    const { relay, world, stop } = await closeAfterwards({ REGISTRATION: 'invited' });
    const there = { ...world, owner: ownerOf(relay, world.ownerToken) };
    const { email, inviteToken } = await invite(there, 'operator');
    expect(
      await relay.post('/console/register', asked(email, { invite_token: 'inv_wrong' })),
    ).toMatchObject({ status: 422, data: { code: 'invitation_invalid' } });
    const { data } = await relay.register(email, { invite_token: inviteToken });
    expect(data['memberships']).toMatchObject([{ workspace_id: world.workspaceId }]);
    await stop();
  });

  it('has its first account by the seed', async () => {
    const relay = await startRelay({
      env: {
        REGISTRATION: 'invited',
        SYSTEM_ADMIN_EMAIL: 'root@corp.test',
        SYSTEM_ADMIN_PASSWORD: PASSWORD,
      },
    });
    const { token } = await relay.login('root@corp.test');
    const made = await relay.post('/console/create/workspace', { name: 'Acme' }, { token });
    expect(made.status).toBe(201);
    await relay.stop();
  });
});

describe('with CREATE_WORKSPACE=admins', () => {
  const relay = useRelay({
    env: {
      CREATE_WORKSPACE: 'admins',
      SYSTEM_ADMIN_EMAIL: 'root@corp.test',
      SYSTEM_ADMIN_PASSWORD: PASSWORD,
    },
  });

  it('makes workspaces for super-admins alone', async () => {
    expect(await relay.post('/console/register', asked('ada@corp.test'))).toMatchObject(CLOSED);
    const { token } = await relay.login('root@corp.test');
    const made = await relay.post('/console/create/workspace', { name: 'Acme' }, { token });
    expect(made.status).toBe(201);
    const { workspace_id: workspaceId } = made.data['workspace'];
    const owner = ownerOf(relay, token);
    const member = await addMember(relay.url, { owner, workspaceId } as never, 'owner');
    expect(await member.api.post('/console/create/workspace', { name: 'Mine' })).toMatchObject({
      status: 403,
      data: { code: 'not_system_admin' },
    });
  });
});

it.each([
  [{}, { registration: 'open', create_workspace: 'all' }],
  [{ REGISTRATION: 'invited' }, { registration: 'invited', create_workspace: 'all' }],
  [{ CREATE_WORKSPACE: 'admins' }, { registration: 'open', create_workspace: 'admins' }],
])('tells pages before a sign-in who may come in: %j', async (env, options) => {
  const relay = await startRelay({ env, isStarted: false });
  const { status, data } = await relay.get('/console/fetch/sign-in-options');
  expect({ status, data }).toEqual({ status: 200, data: options });
  await relay.stop();
});

function ownerOf(relay: TestRelay, token: string) {
  return {
    get: (path: string) => relay.get(path, { token }) as never,
    post: (path: string, body?: unknown) => relay.post(path, body, { token }) as never,
  };
}
