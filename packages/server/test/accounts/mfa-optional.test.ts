import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, startAccountsServer, type AccountsServer } from '../support/accounts-server';

let relay: AccountsServer;
beforeAll(async () => {
  relay = await startAccountsServer({ env: { CONSOLE_MFA: 'optional' } });
});
afterAll(() => relay.close());

const change = (set: string, email: string) =>
  relay.database.transaction((tx) => tx.run(`UPDATE accounts SET ${set} WHERE email = ?`, [email]));

it('asks for the second factor until the account switches it off, and always from a super-admin', async () => {
  const email = 'ada@corp.test';
  await relay.register(email);
  const login = () => relay.post('/console/login', { email, password: PASSWORD });
  expect((await login()).data['redirect_to_mfa']).toBe(true);

  await change('mfa_enabled = 0', email);
  const { status, data } = await login();
  expect(status).toBe(200);
  expect(data).toMatchObject({ redirect_to_mfa: false, account: { email }, memberships: [{}] });
  const account = await relay.get('/console/fetch/account', { token: data['console_token'] });
  expect(account.status).toBe(200);

  await change('is_system = 1', email);
  expect((await login()).data['redirect_to_mfa']).toBe(true);
});
