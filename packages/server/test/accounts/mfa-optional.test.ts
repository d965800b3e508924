import { describe, expect, it } from 'vitest';
import { PASSWORD, type Answer } from '../support/console-calls';
import { writeSql } from '../support/direct-sql';
import { startRelay, useRelay } from '../support/relay';

const relay = useRelay({
  env: { CONSOLE_MFA: 'optional', SYSTEM_ADMIN_EMAILS: 'listed@corp.test' },
});

const outcome = ({ status, data }: Answer) => [status, data['code']];
const login = (email: string) => relay.post('/console/login', { email, password: PASSWORD });
const update = (token: string, body: object | null) =>
  relay.post('/console/update/account', body, { token });
const setSystem = (email: string, value: number) =>
  writeSql(relay.database, 'UPDATE accounts SET is_system = ? WHERE email = ?', [value, email]);

describe('an optional second factor', () => {
  it('asks for a second factor until the account switches it off, and again when it is on', async () => {
    const email = 'ada@corp.test';
    const { token } = await relay.register(email);
    expect((await login(email)).data['redirect_to_mfa']).toBe(true);

    const off = await update(token, { mfa_enabled: false });
    expect([off.status, off.data['account'].mfa_enabled]).toEqual([200, false]);
    const { status, data } = await login(email);
    expect(status).toBe(200);
    expect(data).toMatchObject({ redirect_to_mfa: false, account: { email }, memberships: [{}] });
    const account = await relay.get('/console/fetch/account', { token: data['console_token'] });
    expect(account.status).toBe(200);

    await update(token, { mfa_enabled: true });
    expect((await login(email)).data['redirect_to_mfa']).toBe(true);
  });

  it('always asks a super-admin for a second factor', async () => {
    const email = 'root@corp.test';
    const { token } = await relay.register(email);
    await update(token, { mfa_enabled: false });
    await setSystem(email, 1);
    expect((await login(email)).data['redirect_to_mfa']).toBe(true);
    expect((await update(token, { mfa_enabled: true })).status).toBe(200);
    const refused = await update(token, { mfa_enabled: false, display_name: 'Eve' });
    expect(outcome(refused)).toEqual([409, 'state_conflict']);
    const { data } = await relay.get('/console/fetch/account', { token });
    expect(data['account']).toMatchObject({ mfa_enabled: true, display_name: 'Ada' });
  });

  it('makes no super-admin of an allowlisted address by its password alone', async () => {
    const email = 'listed@corp.test';
    const { token } = await relay.register(email);
    await setSystem(email, 0);
    await update(token, { mfa_enabled: false });
    expect((await login(email)).data['redirect_to_mfa']).toBe(true);
  });

  it("gives no super-admin's rights to a login without a second factor", async () => {
    const email = 'promoted@corp.test';
    const { token } = await relay.register(email);
    await update(token, { mfa_enabled: false });
    const { console_token } = (await login(email)).data;
    await setSystem(email, 1);
    const stats = (session: string) => relay.get('/console/system/fetch/stats', { token: session });
    expect((await stats(console_token)).status).toBe(403);
    expect((await stats(token)).status).toBe(200);
  });

  it('remembers a login by cookie without a second factor for a week', async () => {
    const email = 'remembered@corp.test';
    const { token } = await relay.register(email);
    await update(token, { mfa_enabled: false });
    const { data, headers } = await relay.post(
      '/console/login',
      { email, password: PASSWORD, remember: true },
      { headers: { host: 'localhost', 'x-relay-session': 'cookie' } },
    );
    expect(data).toMatchObject({ redirect_to_mfa: false, console_token: null });
    expect(headers.get('set-cookie')).toMatch(/; Max-Age=604800$/);
  });

  it('refuses a locked account without a second factor, with the right password too', async () => {
    const email = 'locked@corp.test';
    const { token } = await relay.register(email);
    await update(token, { mfa_enabled: false });
    for (let i = 0; i < 10; i++) {
      await relay.post('/console/login', { email, password: 'wrong password' });
    }
    expect(outcome(await login(email))).toEqual([401, 'invalid_credentials']);
  });
});

describe('update/account', () => {
  it("changes an account's name and nothing else", async () => {
    const { token, data } = await relay.register('name@corp.test');
    const updated = await update(token, { display_name: '  Grace Hopper ' });
    expect(updated.data).toEqual({
      account: { ...data['account'], display_name: 'Grace Hopper' },
    });
    expect((await update(token, {})).data).toEqual(updated.data);
  });

  it.each([
    { mfa_enabled: 'false' },
    { mfa_enabled: 0 },
    { mfa_enabled: null },
    { display_name: '' },
    { display_name: 'a\u202eb' },
    { is_system: true },
    { email: 'other@corp.test' },
    null,
  ])('refuses to update an account with the body %j', async (body) => {
    const { token } = await relay.register(`shape${Math.random()}@corp.test`);
    expect(outcome(await update(token, body))).toEqual([422, 'invalid_request']);
  });
});

it('lets no account switch off the second factor where CONSOLE_MFA is always', async () => {
  const strict = await startRelay();
  try {
    const { token } = await strict.register('ada@corp.test');
    const refused = await strict.post('/console/update/account', { mfa_enabled: false }, { token });
    expect(outcome(refused)).toEqual([409, 'state_conflict']);
    const on = await strict.post('/console/update/account', { mfa_enabled: true }, { token });
    expect(on.status).toBe(200);
    await writeSql(strict.database, 'UPDATE accounts SET mfa_enabled = 0');
    const { data } = await strict.post('/console/login', {
      email: 'ada@corp.test',
      password: PASSWORD,
    });
    expect(data['redirect_to_mfa']).toBe(true);
  } finally {
    await strict.stop();
  }
});
