import { describe, expect, it } from 'vitest';
import { createKnownAddresses } from '../../src/accounts/protection/known-addresses';
import { createLockout } from '../../src/accounts/protection/lockout';
import { createPasswordCheck } from '../../src/accounts/protection/password-check';
import { createSessionAttempts } from '../../src/accounts/protection/session-attempts';
import { createSessions } from '../../src/accounts/sessions/sessions';
import { createAudit } from '../../src/audit/log';
import { createMailer } from '../../src/platform/mail/mailer';
import { createBudgets } from '../../src/platform/storage/budgets';
import { openDatabase } from '../../src/platform/storage/open-database';
import { MINUTE } from '../../src/platform/clock';
import { PASSWORD, type Answer } from '../support/console-calls';
import { quietLog } from '../support/database';
import { FeedClient } from '../support/feed-client';
import { useRelay } from '../support/relay';
import { tokensOf } from '../support/tokens';

const relay = useRelay();

const NEW_PASSWORD = 'staple battery horse';
const outcome = ({ status, data }: Answer) => [status, data['code']];
const login = (email: string, password: string) =>
  relay.post('/console/login', { email, password });
const change = (token: string, current_password: string, password = NEW_PASSWORD) =>
  relay.post('/console/change/password', { current_password, password }, { token });
const stateOf = async (token: string) =>
  outcome(await relay.get('/console/fetch/account', { token }));

it('ends the other sessions when a password changes, and keeps the one that asked', async () => {
  const email = 'ada@corp.test';
  const other = await relay.register(email);
  const { token } = await relay.login(email);
  const feeds = [
    await FeedClient.open(relay.url, other.token),
    await FeedClient.open(relay.url, token),
  ] as const;
  const changed = await change(token, PASSWORD);
  expect([changed.status, changed.data]).toEqual([200, {}]);
  expect(await stateOf(other.token)).toEqual([401, 'session_revoked']);
  expect(await stateOf(token)).toEqual([200, undefined]);
  await feeds[0].disconnected;
  expect(feeds[1].client.id).not.toBeNull();
  await feeds[1].close();
  expect(outcome(await login(email, PASSWORD))).toEqual([401, 'invalid_credentials']);
  expect((await login(email, NEW_PASSWORD)).status).toBe(200);
});

it('ends waiting logins and waiting resets when a password changes', async () => {
  const email = 'waiting@corp.test';
  const { token } = await relay.register(email);
  const { challenge_token } = (await login(email, PASSWORD)).data;
  const sent = await relay.post('/console/get/login-otp', { challenge_token });
  const forgotten = (await relay.post('/console/forgot/password', { email })).data;
  await change(token, PASSWORD);
  const code = sent.data['dev_otp'];
  const verified = await relay.post('/console/verify/login-otp', { challenge_token, code });
  expect(outcome(verified)).toEqual([401, 'challenge_invalid']);
  const reset = await relay.post('/console/reset/password', {
    challenge_token: forgotten['challenge_token'],
    otp: forgotten['dev_otp'],
    password: PASSWORD,
  });
  expect(outcome(reset)).toEqual([401, 'challenge_invalid']);
});

it('refuses a password that was changed while it was being compared', async () => {
  const email = 'race@corp.test';
  const { token } = await relay.register(email);
  const database = await openDatabase(relay.database.url, quietLog);
  const clock = relay.now;
  const budgets = createBudgets({ database, clock });
  const knownAddresses = createKnownAddresses({ database, clock, keys: [Buffer.alloc(32, 1)] });
  const lockout = createLockout({ database, clock, budgets, knownAddresses });
  const sessions = createSessions({
    database,
    clock,
    log: quietLog,
    tokens: tokensOf(relay),
    mailer: createMailer({ isConfigured: false, keys: [Buffer.alloc(32, 1)], clock }),
    audit: createAudit({ database, clock, log: quietLog }),
    lockout,
    knownAddresses,
    systemAdminEmails: [],
  });
  const check = createPasswordCheck({
    database,
    lockout,
    attempts: createSessionAttempts({ database, budgets }),
    sessions,
  });
  const verified = await check.verify({ email, ip: '127.0.0.1' }, PASSWORD);
  expect((await change(token, PASSWORD)).status).toBe(200);
  const held = database.transaction((tx) => check.hold(tx, verified));
  await expect(held).rejects.toMatchObject({ code: 'invalid_credentials' });
  await database.close();
});

describe('confirming the password in a session', () => {
  const wrong = 'wrong password';
  const ASKED: Record<string, (token: string, password: string) => Promise<Answer>> = {
    'change/password': (token, password) => change(token, password),
    'disable/totp': (token, password) =>
      relay.post('/console/disable/totp', { password }, { token }),
  };

  it.each(Object.keys(ASKED))(
    'allows a session five wrong passwords in 15 minutes at %s, and locks no login',
    async (route) => {
      const ask = ASKED[route]!;
      const email = `${route.replaceAll('/', '-')}@corp.test`;
      const { token } = await relay.register(email);
      for (let i = 0; i < 5; i++) {
        expect(outcome(await ask(token, wrong))).toEqual([401, 'invalid_credentials']);
      }
      const refused = await ask(token, PASSWORD);
      expect(outcome(refused)).toEqual([429, 'too_many_attempts']);
      expect(refused.data['retry_after_s']).toBeGreaterThan(0);
      expect(refused.data['retry_after_s']).toBeLessThanOrEqual(15 * 60);
      expect((await login(email, PASSWORD)).status).toBe(200);
      const other = await relay.login(email);
      expect((await ask(other.token, wrong)).status, 'another session has its own').toBe(401);
      relay.advance(15 * MINUTE);
      expect((await ask(token, PASSWORD)).status).toBe(200);
    },
  );

  it("counts a session's wrong passwords over all routes", async () => {
    const { token } = await relay.register('both@corp.test');
    for (let i = 0; i < 5; i++) await Object.values(ASKED)[i % 2]!(token, wrong);
    for (const ask of Object.values(ASKED)) {
      expect(outcome(await ask(token, PASSWORD))).toEqual([429, 'too_many_attempts']);
    }
  });

  it("starts a session's count again after the right password", async () => {
    const { token } = await relay.register('right@corp.test');
    const ask = ASKED['disable/totp']!;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await ask(token, wrong);
      expect((await ask(token, PASSWORD)).status).toBe(200);
    }
  });

  it('evaluates five of thirty parallel guesses of a session', async () => {
    const { token } = await relay.register('parallel@corp.test');
    const answers = await Promise.all(Array.from({ length: 30 }, () => change(token, wrong)));
    const codes = answers.map(({ data }) => data['code']);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5);
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(25);
  });
});

it.each([
  [{ current_password: PASSWORD }],
  [{ current_password: PASSWORD, password: 'short' }],
  [{ current_password: PASSWORD, password: { ne: '' } }],
  [{ current_password: null, password: NEW_PASSWORD }],
  [{ current_password: PASSWORD, password: NEW_PASSWORD, account_id: 'x' }],
])('refuses to change a password with the body %j', async (body) => {
  const { token } = await relay.register(`shape${Math.random()}@corp.test`);
  const answer = await relay.post('/console/change/password', body, { token });
  expect(outcome(answer)).toEqual([422, 'invalid_request']);
});

it('needs a console token to change a password', async () => {
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
