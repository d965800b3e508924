import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  startAccountsServer,
  type AccountsServer,
  type Answer,
  type SignedIn,
} from '../support/accounts-server';
import { answering, startStandIn, type StandIn } from '../support/authenticator';

let authenticator: StandIn;
let relay: AccountsServer;
beforeAll(async () => {
  authenticator = await startStandIn();
  relay = await startAccountsServer({ env: { ...authenticator.env, CONSOLE_MFA: 'optional' } });
});
beforeEach(() => authenticator.behave(answering()));
afterAll(async () => {
  await relay.close();
  await authenticator.close();
});

interface Subject extends SignedIn {
  email: string;
}
type Act = () => Promise<Answer>;

const login = (email: string, password = PASSWORD) =>
  relay.post('/console/login', { email, password });
const lock = async (email: string) => {
  for (let i = 0; i < 10; i++) await login(email, 'not the password');
};
const sessionsOf = async ({ accountId }: Subject) =>
  (
    await relay.database.read.rows('SELECT session_id FROM console_sessions WHERE account_id = ?', [
      accountId,
    ])
  ).length;

async function challengeOf({ email }: Subject): Promise<string> {
  return (await login(email)).data['challenge_token'];
}

async function turnTotpOn({ token }: Subject): Promise<void> {
  await relay.post('/console/enroll/totp', { password: PASSWORD }, { token });
  const activated = await relay.post('/console/activate/totp', { totp: '123456' }, { token });
  expect(activated.status).toBe(200);
}

/** What is done before the lock falls, so that all that is left is the right secret. */
const PATHS: Record<string, { refusal: string; prepare(subject: Subject): Promise<Act> }> = {
  'POST /console/login': {
    refusal: 'invalid_credentials',
    prepare:
      async ({ email }) =>
      () =>
        login(email),
  },
  'POST /console/login, without a second factor': {
    refusal: 'invalid_credentials',
    prepare: async ({ email, token }) => {
      await relay.post('/console/update/account', { mfa_enabled: false }, { token });
      return () => login(email);
    },
  },
  'POST /console/get/login-otp': {
    refusal: 'challenge_invalid',
    prepare: async (subject) => {
      const challenge_token = await challengeOf(subject);
      return () => relay.post('/console/get/login-otp', { challenge_token });
    },
  },
  'POST /console/verify/login-otp': {
    refusal: 'otp_invalid',
    prepare: async (subject) => {
      const challenge_token = await challengeOf(subject);
      const sent = await relay.post('/console/get/login-otp', { challenge_token });
      const code = sent.data['dev_otp'] as string;
      return () => relay.post('/console/verify/login-otp', { challenge_token, code });
    },
  },
  'POST /console/verify/login-totp': {
    refusal: 'totp_invalid',
    prepare: async (subject) => {
      await turnTotpOn(subject);
      const challenge_token = await challengeOf(subject);
      return () => relay.post('/console/verify/login-totp', { challenge_token, totp: '654321' });
    },
  },
  'POST /console/reset/password': {
    refusal: 'otp_invalid',
    prepare: async ({ email }) => {
      const sent = await relay.post('/console/forgot/password', { email });
      const otp = sent.data['dev_otp'] as string;
      const password = 'another good password';
      return () => relay.post('/console/reset/password', { email, otp, password });
    },
  },
  'POST /console/change/password': {
    refusal: 'invalid_credentials',
    prepare:
      async ({ token }) =>
      () =>
        relay.post(
          '/console/change/password',
          { current_password: PASSWORD, password: 'another good password' },
          { token },
        ),
  },
  'POST /console/enroll/totp': {
    refusal: 'invalid_credentials',
    prepare:
      async ({ token }) =>
      () =>
        relay.post('/console/enroll/totp', { password: PASSWORD }, { token }),
  },
  'POST /console/activate/totp': {
    refusal: 'totp_invalid',
    prepare: async ({ token }) => {
      await relay.post('/console/enroll/totp', { password: PASSWORD }, { token });
      return () => relay.post('/console/activate/totp', { totp: '123456' }, { token });
    },
  },
  'POST /console/disable/totp': {
    refusal: 'invalid_credentials',
    prepare: async (subject) => {
      await turnTotpOn(subject);
      const { token } = subject;
      return () => relay.post('/console/disable/totp', { password: PASSWORD }, { token });
    },
  },
};

let count = 0;
async function newSubject(): Promise<Subject> {
  const email = `lock${++count}@corp.test`;
  return { ...(await relay.register(email)), email };
}

describe('a locked account', () => {
  it.each(Object.entries(PATHS))(
    'gets nothing for the right secret: %s',
    async (_path, { prepare, refusal }) => {
      const subject = await newSubject();
      const act = await prepare(subject);
      const before = await sessionsOf(subject);
      await lock(subject.email);
      const refused = await act();
      expect([refused.status, refused.data['code']]).toEqual([401, refusal]);
      expect(await sessionsOf(subject)).toBe(before);

      const other = await newSubject();
      expect((await (await prepare(other))()).status, 'without a lock').toBe(200);
    },
  );

  it('gets no session for a code that was being judged when the lock fell', async () => {
    const subject = await newSubject();
    await turnTotpOn(subject);
    const challenge_token = await challengeOf(subject);
    const before = await sessionsOf(subject);
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      authenticator.behave((one, response) => {
        answer = () => answering()(one, response);
        resolve();
      });
    });
    const verified = relay.post('/console/verify/login-totp', { challenge_token, totp: '654321' });
    await asked;
    await lock(subject.email);
    answer();
    expect((await verified).data['code']).toBe('totp_invalid');
    expect(await sessionsOf(subject)).toBe(before);
  });
});
