import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLockout } from '../../src/accounts/lockout';
import { createPasswordCheck } from '../../src/accounts/password-check';
import {
  PASSWORD,
  startAccountsServer,
  type AccountsServer,
  type Answer,
} from '../support/accounts-server';

let relay: AccountsServer;
beforeAll(async () => {
  relay = await startAccountsServer();
});
afterAll(() => relay.close());

const NEW_PASSWORD = 'staple battery horse';
const outcome = ({ status, data }: Answer) => [status, data['code']];
const login = (email: string, password: string) =>
  relay.post('/console/login', { email, password });
const change = (token: string, current_password: string, password = NEW_PASSWORD) =>
  relay.post('/console/change/password', { current_password, password }, { token });
const stateOf = async (token: string) =>
  outcome(await relay.get('/console/fetch/account', { token }));

it('ends the other sessions and keeps the one that asked', async () => {
  const email = 'ada@corp.test';
  const other = await relay.register(email);
  const { token } = await relay.login(email);
  relay.revoked.length = 0;
  const changed = await change(token, PASSWORD);
  expect([changed.status, changed.data]).toEqual([200, {}]);
  expect(await stateOf(other.token)).toEqual([401, 'session_revoked']);
  expect(await stateOf(token)).toEqual([200, undefined]);
  expect(relay.revoked).toHaveLength(1);
  expect(outcome(await login(email, PASSWORD))).toEqual([401, 'invalid_credentials']);
  expect((await login(email, NEW_PASSWORD)).status).toBe(200);
});

it('ends logins that wait for their second factor, and codes that wait for a reset', async () => {
  const email = 'waiting@corp.test';
  const { token } = await relay.register(email);
  const { challenge_token } = (await login(email, PASSWORD)).data;
  const sent = await relay.post('/console/get/login-otp', { challenge_token });
  const { dev_otp: otp } = (await relay.post('/console/forgot/password', { email })).data;
  await change(token, PASSWORD);
  const code = sent.data['dev_otp'];
  const verified = await relay.post('/console/verify/login-otp', { challenge_token, code });
  expect(outcome(verified)).toEqual([401, 'challenge_invalid']);
  const reset = await relay.post('/console/reset/password', { email, otp, password: PASSWORD });
  expect(outcome(reset)).toEqual([401, 'challenge_invalid']);
});

it('gives nothing for a password that was changed while it was being compared', async () => {
  const email = 'race@corp.test';
  const { token } = await relay.register(email);
  const { database } = relay;
  const lockout = createLockout({ database, clock: relay.now });
  const check = createPasswordCheck({ database, lockout });
  const verified = await check.verify(email, PASSWORD);
  expect((await change(token, PASSWORD)).status).toBe(200);
  const held = database.transaction((tx) => check.hold(tx, verified));
  await expect(held).rejects.toMatchObject({ code: 'invalid_credentials' });
});

it('asks for the current password, counts wrong ones and refuses while locked', async () => {
  const email = 'guess@corp.test';
  const { token } = await relay.register(email);
  for (let i = 0; i < 10; i++) {
    expect(outcome(await change(token, 'wrong password'))).toEqual([401, 'invalid_credentials']);
  }
  expect(outcome(await change(token, PASSWORD))).toEqual([401, 'invalid_credentials']);
  expect(outcome(await login(email, PASSWORD))).toEqual([401, 'invalid_credentials']);
});

it.each([
  [{ current_password: PASSWORD }],
  [{ current_password: PASSWORD, password: 'short' }],
  [{ current_password: PASSWORD, password: { ne: '' } }],
  [{ current_password: null, password: NEW_PASSWORD }],
  [{ current_password: PASSWORD, password: NEW_PASSWORD, account_id: 'x' }],
])('refuses the body %j', async (body) => {
  const { token } = await relay.register(`shape${Math.random()}@corp.test`);
  const answer = await relay.post('/console/change/password', body, { token });
  expect(outcome(answer)).toEqual([422, 'invalid_request']);
});

it('needs a console token', async () => {
  for (const path of [
    'change/password',
    'update/account',
    'enroll/totp',
    'activate/totp',
    'disable/totp',
  ]) {
    expect(outcome(await relay.post(`/console/${path}`, {}))).toEqual([401, 'unauthenticated']);
  }
});
