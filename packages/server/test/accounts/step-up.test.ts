import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/platform/clock';
import { apiOf } from '../support/api';
import { signInOnPage, type PageSession } from '../support/console-page';
import { startRelay, type TestRelay } from '../support/relay';
import { PASSWORD, register, uniqueEmail } from '../support/world';

let relay: TestRelay;
let url: string;
let now = Date.now();
let owner: PageSession;
let tenantId: string;
let spareTenantId: string;
let memberId: string;
beforeAll(async () => {
  relay = await startRelay({ clock: () => now, env: { CONSOLE_MFA: 'optional' } });
  url = relay.url;
  owner = await signInOnPage(url);
  const created = await owner.post('/console/create/tenant', {
    workspace_id: owner.workspaceId,
    tenant_name: 'Shop',
    allowed_origins: ['https://shop.example'],
    callback_url_base: 'https://backend.example',
  });
  tenantId = (created.data['tenant'] as { tenant_id: string }).tenant_id;
  const spare = await owner.post('/console/create/tenant', {
    workspace_id: owner.workspaceId,
    tenant_name: 'Spare',
    allowed_origins: [],
  });
  spareTenantId = (spare.data['tenant'] as { tenant_id: string }).tenant_id;
  const email = uniqueEmail();
  const invited = await owner.post('/console/create/invitation', {
    workspace_id: owner.workspaceId,
    email,
    role: 'admin',
  });
  const invite_token = invited.data['dev_invite_token'] as string;
  await register(url, email, 'Max Member', { invite_token });
  const { data } = await owner.get(`/console/fetch/members?workspace_id=${owner.workspaceId}`);
  const members = data['members'] as { account_id: string; email: string }[];
  memberId = members.find((member) => member.email === email)?.account_id ?? '';
});
afterAll(() => relay.stop());

const outcome = ({ status, data }: { status: number; data: { code?: string } }) => [
  status,
  data.code,
];
const NEEDED = [403, 'confirmation_required'];
const confirm = (password: string) => owner.post('/console/confirm/password', { password });

const GUARDED: [string, () => Record<string, unknown>][] = [
  ['rotate/tenant-secret', () => ({ tenant_id: tenantId })],
  ['activate/tenant-secret', () => ({ tenant_id: tenantId })],
  ['delete/tenant', () => ({ tenant_id: spareTenantId, tenant_name: 'Spare' })],
  ['delete/workspace', () => ({ workspace_id: owner.workspaceId, name: 'Shop Ltd' })],
  ['export/visitor', () => ({ tenant_id: tenantId, user_id: 'u-1' })],
  ['erase/visitor', () => ({ tenant_id: tenantId, user_id: 'u-1' })],
  [
    'update/member',
    () => ({ workspace_id: owner.workspaceId, account_id: memberId, role: 'owner' }),
  ],
  [
    'create/invitation',
    () => ({ workspace_id: owner.workspaceId, email: uniqueEmail(), role: 'owner' }),
  ],
  [
    'update/tenant',
    () => ({ tenant_id: tenantId, callback_url_base: 'https://elsewhere.example' }),
  ],
  ['update/tenant', () => ({ tenant_id: tenantId, retention: { messages_days: 400 } })],
  ['update/account', () => ({ mfa_enabled: false })],
];

describe('five minutes after the password was given', () => {
  it.each(GUARDED)('asks for the password again on %s', async (route, body) => {
    now += 5 * MINUTE;
    expect(outcome(await owner.post(`/console/${route}`, body()))).toEqual(NEEDED);
    const confirmed = await confirm(PASSWORD);
    expect([confirmed.status, confirmed.data['confirmed_until']]).toEqual([
      200,
      new Date(now + 5 * MINUTE).toISOString(),
    ]);
    now += 5 * MINUTE - 1;
    // No such visitor exists, so `erase` and `export` fail, but only after the password check.
    expect((await owner.post(`/console/${route}`, body())).status).not.toBe(403);
  });

  it.each([
    ['update/tenant', () => ({ tenant_id: tenantId, tenant_name: 'Boutique' })],
    ['update/tenant', () => ({ tenant_id: tenantId, retention: { messages_days: 500 } })],
    ['update/tenant', () => ({ tenant_id: tenantId, retention: { messages_days: null } })],
    ['update/account', () => ({ display_name: 'Olga' })],
    [
      'update/member',
      () => ({ workspace_id: owner.workspaceId, account_id: memberId, role: 'admin' }),
    ],
    [
      'create/invitation',
      () => ({ workspace_id: owner.workspaceId, email: uniqueEmail(), role: 'admin' }),
    ],
  ])('asks for no password on %s of anything else', async (route, body) => {
    now += 6 * MINUTE;
    expect([200, 201]).toContain((await owner.post(`/console/${route}`, body())).status);
  });

  it('refuses a wrong call before it asks for the password', async () => {
    now += 6 * MINUTE;
    const unknown = { tenant_id: owner.workspaceId };
    expect((await owner.post('/console/rotate/tenant-secret', unknown)).status).toBe(404);
    expect((await owner.post('/console/rotate/tenant-secret', {})).status).toBe(422);
    const forbidden = { tenant_id: tenantId, callback_url_base: 'https://169.254.169.254' };
    expect((await owner.post('/console/update/tenant', forbidden)).status).toBe(422);
  });

  it('asks no session by token for the password', async () => {
    const { token, memberships } = await register(url, uniqueEmail(), 'Tess', {
      organization_name: 'Tess',
    });
    now += 6 * MINUTE;
    const invited = await apiOf(url, token).post('/console/create/invitation', {
      workspace_id: memberships[0]?.workspace_id,
      email: uniqueEmail(),
      role: 'owner',
    });
    expect(invited.status).toBe(201);
  });

  it('asks a super-admin before a suspension, and not before its end', async () => {
    const byKey = apiOf(url, undefined, { 'x-admin-key': relay.adminKey });
    const email = encodeURIComponent(owner.email);
    expect((await byKey.post(`/console/promote/console-admin?email=${email}`)).status).toBe(200);
    const body = { tenant_id: tenantId };
    now += 6 * MINUTE;
    expect(outcome(await owner.post('/console/system/suspend/tenant', body))).toEqual(NEEDED);
    await confirm(PASSWORD);
    expect((await owner.post('/console/system/suspend/tenant', body)).status).toBe(200);
    now += 6 * MINUTE;
    expect((await owner.post('/console/system/reactivate/tenant', body)).status).toBe(200);
    await byKey.post(`/console/demote/console-admin?email=${email}`);
  });

  it('asks for no password after a route that takes it', async () => {
    now += 6 * MINUTE;
    const next = 'another long enough passphrase';
    await owner.post('/console/change/password', { current_password: PASSWORD, password: next });
    const body = { tenant_id: tenantId };
    expect((await owner.post('/console/rotate/tenant-secret', body)).status).toBe(200);
    await owner.post('/console/change/password', { current_password: next, password: PASSWORD });
  });
});

describe('confirm/password', () => {
  it('ends a session with the fifth wrong password, and never locks a login', async () => {
    const guest = await signInOnPage(url);
    const wrong = () => guest.post('/console/confirm/password', { password: 'wrong' });
    for (let i = 0; i < 4; i++)
      expect(outcome(await wrong())).toEqual([401, 'invalid_credentials']);
    const fifth = await wrong();
    expect(outcome(fifth)).toEqual([401, 'session_revoked']);
    expect(fifth.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await guest.get('/console/fetch/account')).status).toBe(401);
    // A sign-in resets the count of failed logins, so both come before the wrong passwords.
    const { email } = guest;
    const others = [await signInOnPage(url, { email }), await signInOnPage(url, { email })];
    for (const other of others) {
      for (let n = 0; n < 5; n++) await other.post('/console/confirm/password', { password: 'x' });
    }
    // Ten failed logins would have locked this address.
    const { data } = await apiOf(url).post('/console/login', { email, password: PASSWORD });
    expect(data).toMatchObject({ redirect_to_mfa: true });
  });

  it('ends a session with the fifth wrong password, though hours pass between them', async () => {
    const guest = await signInOnPage(url);
    const wrong = () => guest.post('/console/confirm/password', { password: 'wrong' });
    for (let i = 0; i < 4; i++) {
      expect(outcome(await wrong())).toEqual([401, 'invalid_credentials']);
      now += HOUR;
    }
    expect(outcome(await wrong())).toEqual([401, 'session_revoked']);
  });

  it('confirms by the right password alone, and no other session of the account', async () => {
    const guest = await signInOnPage(url);
    const other = await signInOnPage(url, { email: guest.email });
    const inviteOwner = (session: PageSession) =>
      session.post('/console/create/invitation', {
        workspace_id: guest.workspaceId,
        email: uniqueEmail(),
        role: 'owner',
      });
    now += 5 * MINUTE;
    await guest.post('/console/confirm/password', { password: 'wrong' });
    expect(outcome(await inviteOwner(guest))).toEqual(NEEDED);
    await guest.post('/console/confirm/password', { password: PASSWORD });
    expect((await inviteOwner(guest)).status).toBe(201);
    expect(outcome(await inviteOwner(other))).toEqual(NEEDED);
  });

  it('evaluates five of fifty parallel guesses at confirm/password', async () => {
    const guest = await signInOnPage(url);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        guest.post('/console/confirm/password', { password: i === 40 ? PASSWORD : 'wrong' }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 200)).toEqual([]);
    expect((await guest.get('/console/fetch/account')).status).toBe(401);
  });

  it('counts wrong passwords from zero again after a right one', async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) expect((await confirm('wrong')).status).toBe(401);
      expect((await confirm(PASSWORD)).status).toBe(200);
    }
  });
});
