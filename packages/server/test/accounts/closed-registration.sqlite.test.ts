import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/console-calls';
import { createTestDatabase } from '../support/database';
import { addMember, invite, startRegistration } from '../support/members';
import { startRelay, useRelay, type TestRelay } from '../support/relay';
import { createWorld, uniqueEmail, type World } from '../support/world';

const asked = (email: string, more: object = { organization_name: 'Acme' }) => ({
  email,
  password: PASSWORD,
  display_name: 'Ada',
  ...more,
});
const CLOSED = { status: 403, data: { code: 'registration_closed' } };
const SEED = { SYSTEM_ADMIN_EMAIL: 'root@corp.test', SYSTEM_ADMIN_PASSWORD: PASSWORD };
const optionsOf = async (relay: TestRelay) =>
  (await relay.get('/console/fetch/sign-in-options')).data;

describe('with REGISTRATION=invited', () => {
  let relay: TestRelay;
  let stop: () => Promise<void>;
  /** Created while registration was still open. */
  let world: World;
  let active: string;
  let begun: Awaited<ReturnType<typeof startRegistration>>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    const open = await startRelay({ database });
    expect(await optionsOf(open)).toEqual({ registration: 'open', create_workspace: 'all' });
    world = await createWorld(open.url);
    active = uniqueEmail();
    await open.register(active);
    begun = await startRegistration(open.url);
    await open.stop();
    relay = await startRelay({ database, env: { ...SEED, REGISTRATION: 'invited' } });
    stop = async () => {
      await relay.stop();
      await database.drop();
    };
  });
  afterAll(() => stop?.());

  it('answers everyone without an invitation alike, whether the address is known or not', async () => {
    const answers = [];
    for (const email of ['unknown@corp.test', begun.email, active]) {
      const { status, data, message } = await relay.post('/console/register', asked(email));
      answers.push({ status, data: { ...data, request_id: '' }, message });
    }
    const [first] = answers;
    expect(first).toMatchObject(CLOSED);
    expect(answers).toEqual([first, first, first]);
  });

  it('finishes no registration that began while it was open', async () => {
    const { registrationToken: registration_token, otp } = begun;
    expect(
      await relay.post('/console/verify/registration', { registration_token, otp }),
    ).toMatchObject(CLOSED);
    const login = await relay.post('/console/login', { email: begun.email, password: PASSWORD });
    expect(login.status).not.toBe(200);
  });

  it('lets the invited in, and judges their token as ever', async () => {
    const there = { ...world, owner: asOwner(relay, world.ownerToken) };
    const { email, inviteToken } = await invite(there, 'operator');
    expect(
      await relay.post('/console/register', asked(email, { invite_token: 'inv_wrong' })),
    ).toMatchObject({ status: 422, data: { code: 'invitation_invalid' } });
    const { data } = await relay.register(email, { invite_token: inviteToken });
    expect(data['memberships']).toMatchObject([{ workspace_id: world.workspaceId }]);
  });

  it('has its first account by the seed, and lets accounts create workspaces', async () => {
    const { token } = await relay.login(SEED.SYSTEM_ADMIN_EMAIL);
    const made = await relay.post('/console/create/workspace', { name: 'Acme' }, { token });
    expect(made.status).toBe(201);
  });

  it('says so to pages before a sign-in', async () => {
    expect(await optionsOf(relay)).toEqual({ registration: 'invited', create_workspace: 'all' });
  });
});

describe('with CREATE_WORKSPACE=admins', () => {
  const relay = useRelay({ env: { ...SEED, CREATE_WORKSPACE: 'admins' } });

  it('makes workspaces for super-admins alone', async () => {
    expect(await relay.post('/console/register', asked('ada@corp.test'))).toMatchObject(CLOSED);
    const { token } = await relay.login(SEED.SYSTEM_ADMIN_EMAIL);
    const made = await relay.post('/console/create/workspace', { name: 'Acme' }, { token });
    expect(made.status).toBe(201);
    const { workspace_id: workspaceId } = made.data['workspace'];
    const world = { owner: asOwner(relay, token), workspaceId } as World;
    const member = await addMember(relay.url, world, 'owner');
    expect(await member.api.post('/console/create/workspace', { name: 'Mine' })).toMatchObject({
      status: 403,
      data: { code: 'not_system_admin' },
    });
  });

  it('says so to pages before a sign-in', async () => {
    expect(await optionsOf(relay)).toEqual({ registration: 'open', create_workspace: 'admins' });
  });
});

function asOwner(relay: TestRelay, token: string): World['owner'] {
  return {
    get: (path: string) => relay.get(path, { token }) as never,
    post: (path: string, body?: unknown) => relay.post(path, body, { token }) as never,
  };
}
