import type { ServerResponse } from 'node:http';
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, type Answer } from '../support/console-calls';
import { writeSql } from '../support/direct-sql';
import { startRelay, useRelay } from '../support/relay';
import { answering, send, useStandIn, UNUSABLE, type Asked } from '../support/authenticator';

const authenticator = useStandIn();
const relay = useRelay(() => ({ env: authenticator.env }));
beforeEach(() => authenticator.behave(answering()));

const outcome = ({ status, data }: Answer) => [status, data['code']];
const enroll = (token: string, password = PASSWORD) =>
  relay.post('/console/enroll/totp', { password }, { token });
const activate = (token: string, totp = '123456') =>
  relay.post('/console/activate/totp', { totp }, { token });
const disable = (token: string, password = PASSWORD) =>
  relay.post('/console/disable/totp', { password }, { token });
const isOn = async (token: string) =>
  (await relay.get('/console/fetch/account', { token })).data['account'].totp_enabled;

it('offers TOTP from the first right code on, until it is switched off', async () => {
  const email = 'ada@corp.test';
  const { token } = await relay.register(email);
  const factors = async () =>
    (await relay.post('/console/login', { email, password: PASSWORD })).data['mfa_factors'];
  const enrolled = await enroll(token);
  expect([enrolled.status, enrolled.data]).toEqual([200, { otpauth_uri: 'otpauth://totp/x' }]);
  const drawn = await relay.post(
    '/console/enroll/totp',
    { password: PASSWORD, qr: true },
    { token },
  );
  expect(drawn.data['qr']).toEqual({
    size: 21,
    path: expect.stringMatching(/^(M\d+ \d+h1v1h-1z)+$/),
  });
  expect([await isOn(token), await factors()]).toEqual([false, ['email']]);

  expect((await activate(token)).status).toBe(200);
  expect([await isOn(token), await factors()]).toEqual([true, ['email', 'totp']]);
  expect(outcome(await enroll(token))).toEqual([409, 'state_conflict']);
  expect(outcome(await activate(token))).toEqual([409, 'state_conflict']);

  expect((await disable(token)).status).toBe(200);
  expect([await isOn(token), await factors()]).toEqual([false, ['email']]);
  expect((await disable(token)).status).toBe(200);
});

it('asks for the password to enrol TOTP and counts a wrong one', async () => {
  const { token } = await relay.register('owner@corp.test');
  authenticator.asked.length = 0;
  expect(outcome(await enroll(token, 'wrong password'))).toEqual([401, 'invalid_credentials']);
  expect(outcome(await disable(token, 'wrong password'))).toEqual([401, 'invalid_credentials']);
  expect(authenticator.asked).toEqual([]);
  for (let i = 0; i < 3; i++) await enroll(token, 'wrong password');
  expect(outcome(await enroll(token))).toEqual([429, 'too_many_attempts']);
  expect(authenticator.asked).toEqual([]);
});

it('leaves TOTP off after a wrong code and counts it', async () => {
  const { token } = await relay.register('wrong@corp.test');
  await enroll(token);
  authenticator.behave(answering({ valid: false, reason: 'not_enrolled' }));
  expect(outcome(await activate(token))).toEqual([409, 'state_conflict']);
  authenticator.behave(answering({ valid: false, reason: 'wrong' }));
  for (let i = 0; i < 5; i++) {
    expect(outcome(await activate(token))).toEqual([401, 'totp_invalid']);
  }
  authenticator.behave(answering());
  expect(outcome(await activate(token))).toEqual([429, 'too_many_attempts']);
  expect(await isOn(token)).toBe(false);
});

it('changes nothing while the authenticator is unreachable', async () => {
  const { token } = await relay.register('away@corp.test');
  authenticator.behave((_asked, response) => void response.destroy());
  expect(outcome(await enroll(token))).toEqual([503, 'totp_unavailable']);
  expect(outcome(await activate(token))).toEqual([503, 'totp_unavailable']);
  expect(await isOn(token)).toBe(false);
  authenticator.behave(answering());
  await enroll(token);
  await activate(token);
  for (const behaviour of [
    answering({}, { unsigned: true }),
    (asked: Asked, response: ServerResponse) => send(response, asked.raw), // our own words
  ]) {
    authenticator.behave(behaviour);
    expect(outcome(await disable(token))).toEqual([503, 'totp_unavailable']);
  }
  expect(await isOn(token)).toBe(true);
});

it.each(UNUSABLE)('does not switch TOTP on by an answer that is %s', async (_name, behaviour) => {
  const { token } = await relay.register(`unusable${Math.random()}@corp.test`);
  await enroll(token);
  authenticator.behave(behaviour);
  expect(outcome(await activate(token))).toEqual([503, 'totp_unavailable']);
  expect(await isOn(token)).toBe(false);
  authenticator.behave(answering());
  expect((await activate(token)).status).toBe(200);
});

it('refuses the code of the activation at a login', async () => {
  const email = 'once@corp.test';
  const { token } = await relay.register(email);
  await enroll(token);
  authenticator.behave(answering({ time_step: 60_000_000 }));
  await activate(token);
  const { data } = await relay.post('/console/login', { email, password: PASSWORD });
  const answer = await relay.post('/console/verify/login-totp', {
    challenge_token: data['challenge_token'],
    totp: '123456',
  });
  expect(outcome(answer)).toEqual([401, 'totp_invalid']);
});

it('sends the authenticator no e-mail address', async () => {
  const { token } = await relay.register('private@corp.test');
  authenticator.asked.length = 0;
  await enroll(token);
  await activate(token);
  await disable(token);
  expect(authenticator.asked.map(({ op }) => op)).toEqual(['enroll', 'activate', 'disable']);
  expect(authenticator.asked.map(({ raw }) => raw).join()).not.toContain('private');
});

it.each([
  {},
  { password: null },
  { password: 1 },
  { password: ['x'] },
  { password: PASSWORD, x: 1 },
  null,
])('refuses to enrol TOTP with the body %j', async (body) => {
  const { token } = await relay.register(`shape${Math.random()}@corp.test`);
  expect(outcome(await relay.post('/console/enroll/totp', body, { token }))).toEqual([
    422,
    'invalid_request',
  ]);
});

it('refuses to enrol TOTP without an authenticator, and still switches it off', async () => {
  const plain = await startRelay();
  try {
    const { token, accountId } = await plain.register('plain@corp.test');
    const post = (path: string, body: object) => plain.post(path, body, { token });
    expect(outcome(await post('/console/enroll/totp', { password: PASSWORD }))).toEqual([
      409,
      'state_conflict',
    ]);
    expect(outcome(await post('/console/activate/totp', { totp: '123456' }))).toEqual([
      409,
      'state_conflict',
    ]);
    await writeSql(plain.database, 'UPDATE accounts SET totp_enabled = 1 WHERE account_id = ?', [
      accountId,
    ]);
    const login = await plain.post('/console/login', {
      email: 'plain@corp.test',
      password: PASSWORD,
    });
    expect(login.data['mfa_factors']).toEqual(['email']);
    expect((await post('/console/disable/totp', { password: PASSWORD })).status).toBe(200);
    const account = await plain.get('/console/fetch/account', { token });
    expect(account.data['account'].totp_enabled).toBe(false);
  } finally {
    await plain.stop();
  }
});
