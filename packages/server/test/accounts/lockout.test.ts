import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/platform/clock';
import { PASSWORD, type Answer, type SignedIn } from '../support/console-calls';
import { readSql, writeSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { answering, useStandIn } from '../support/authenticator';

const NEW_PASSWORD = 'another good password';

const authenticator = useStandIn();
const relay = useRelay(() => ({
  env: { ...authenticator.env, CONSOLE_MFA: 'optional', LIMIT_LOGIN_PER_IP: '100000' },
}));
beforeEach(() => authenticator.behave(answering({}, { skewMs: relay.now() - Date.now() })));

interface Subject extends SignedIn {
  email: string;
}
type Act = () => Promise<Answer>;

const HOME = '127.0.0.1';
const ELSEWHERE = '192.0.2.7';
const outcome = ({ status, data }: Answer) => [status, data['code']];
const OK = [200, undefined];
const REFUSED = [401, 'invalid_credentials'];

const login = (email: string, password = PASSWORD, ip = HOME) =>
  relay.post('/console/login', { email, password }, { ip });
const fail = async (email: string, times: number, ip = HOME) => {
  for (let i = 0; i < times; i++) await login(email, 'not the password', ip);
};
const lock = (email: string, ip = HOME) => fail(email, 10, ip);
const sessionsOf = async ({ accountId }: Subject) =>
  (
    await readSql(relay.database, 'SELECT session_id FROM console_sessions WHERE account_id = ?', [
      accountId,
    ])
  ).length;

/** A login that waits for its code, and the code. */
async function codeFor(
  email: string,
  ip = HOME,
): Promise<{ challenge_token: string; code: string }> {
  const { challenge_token } = (await login(email, PASSWORD, ip)).data;
  const sent = await relay.post('/console/get/login-otp', { challenge_token }, { ip });
  return { challenge_token, code: sent.data['dev_otp'] };
}

async function signIn(email: string, ip: string): Promise<Answer> {
  return relay.post('/console/verify/login-otp', await codeFor(email, ip), { ip });
}

async function turnTotpOn({ token }: SignedIn): Promise<void> {
  await relay.post('/console/enroll/totp', { password: PASSWORD }, { token });
  const activated = await relay.post('/console/activate/totp', { totp: '123456' }, { token });
  expect(activated.status).toBe(200);
}

async function resetPassword(email: string, ip: string): Promise<Answer> {
  const { data } = await relay.post('/console/forgot/password', { email }, { ip });
  const { challenge_token, dev_otp: otp } = data;
  return relay.post(
    '/console/reset/password',
    { challenge_token, otp, password: NEW_PASSWORD },
    { ip },
  );
}

/** Ways to prove a right secret. `prepare` does every earlier step before the lock falls and returns the last one. */
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
    prepare: async ({ email }) => {
      const { challenge_token } = (await login(email)).data;
      return () => relay.post('/console/get/login-otp', { challenge_token });
    },
  },
  'POST /console/verify/login-otp': {
    refusal: 'otp_invalid',
    prepare: async ({ email }) => {
      const challenge = await codeFor(email);
      return () => relay.post('/console/verify/login-otp', challenge);
    },
  },
  'POST /console/verify/login-totp': {
    refusal: 'totp_invalid',
    prepare: async (subject) => {
      await turnTotpOn(subject);
      const { challenge_token } = (await login(subject.email)).data;
      return () => relay.post('/console/verify/login-totp', { challenge_token, totp: '654321' });
    },
  },
};

/** An owner who has a session or the mailbox is not locked out: these calls succeed. */
const NOT_STOPPED: Record<string, (subject: Subject) => Promise<Answer>> = {
  'POST /console/reset/password': ({ email }) => resetPassword(email, HOME),
  'POST /console/change/password': ({ token }) =>
    relay.post(
      '/console/change/password',
      { current_password: PASSWORD, password: NEW_PASSWORD },
      { token },
    ),
  'POST /console/enroll/totp': ({ token }) =>
    relay.post('/console/enroll/totp', { password: PASSWORD }, { token }),
  'POST /console/activate/totp': ({ token }) =>
    relay.post('/console/activate/totp', { totp: '123456' }, { token }),
  'POST /console/disable/totp': ({ token }) =>
    relay.post('/console/disable/totp', { password: PASSWORD }, { token }),
};

let count = 0;
async function newSubject(): Promise<Subject> {
  const email = `lock${++count}@corp.test`;
  return { ...(await relay.register(email)), email };
}

describe('a locked account', () => {
  it.each(Object.entries(PATHS))(
    'gives a locked account nothing for the right secret: %s',
    async (_path, { prepare, refusal }) => {
      const subject = await newSubject();
      const act = await prepare(subject);
      const before = await sessionsOf(subject);
      await lock(subject.email);
      expect(outcome(await act())).toEqual([401, refusal]);
      expect(await sessionsOf(subject)).toBe(before);

      const other = await newSubject();
      expect((await (await prepare(other))()).status, 'without a lock').toBe(200);
    },
  );

  it.each(Object.entries(NOT_STOPPED))('lets a locked account use %s', async (_path, act) => {
    const subject = await newSubject();
    await lock(subject.email);
    expect(outcome(await act(subject))).toEqual(OK);
  });

  it('gives no session for a code that was being checked when the account was locked', async () => {
    const subject = await newSubject();
    await turnTotpOn(subject);
    const { challenge_token } = (await login(subject.email)).data;
    const before = await sessionsOf(subject);
    let answer = (): void => undefined;
    const skewMs = relay.now() - Date.now();
    const asked = new Promise<void>((resolve) => {
      authenticator.behave((one, response) => {
        answer = () => answering({}, { skewMs })(one, response);
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

  it('locks an account for the network address that failed and for no other', async () => {
    const { email } = await newSubject();
    await lock(email, ELSEWHERE);
    expect(outcome(await login(email, PASSWORD, ELSEWHERE))).toEqual(REFUSED);
    expect(outcome(await login(email, PASSWORD, '192.0.2.8'))).toEqual(OK);
    expect(outcome(await signIn(email, HOME))).toEqual(OK);
    expect(outcome(await login(email, PASSWORD, ELSEWHERE)), 'after a login elsewhere').toEqual(
      REFUSED,
    );
  });

  it('counts failures of an IPv6 address by its /64', async () => {
    const { email } = await newSubject();
    for (let i = 0; i < 10; i++) await fail(email, 1, `2001:db8:1:2::${i + 1}`);
    expect(outcome(await login(email, PASSWORD, '2001:db8:1:2:ffff::1'))).toEqual(REFUSED);
    expect(outcome(await login(email, PASSWORD, '2001:db8:1:3::1'))).toEqual(OK);
  });

  it('locks for 15 minutes, then for an hour each time', async () => {
    const { email } = await newSubject();
    for (const lockMs of [15 * MINUTE, HOUR, HOUR, HOUR]) {
      await lock(email);
      relay.advance(lockMs - MINUTE);
      expect(outcome(await login(email))).toEqual(REFUSED);
      relay.advance(MINUTE);
      expect(outcome(await login(email))).toEqual(OK);
    }
  });

  it('counts no failures while an account is locked', async () => {
    const { email } = await newSubject();
    await lock(email, ELSEWHERE);
    await fail(email, 30, ELSEWHERE);
    relay.advance(15 * MINUTE);
    await fail(email, 9, ELSEWHERE);
    expect(outcome(await login(email, PASSWORD, ELSEWHERE))).toEqual(OK);
    const [row] = await readSql<{ used: number }>(
      relay.database,
      'SELECT used FROM budgets WHERE budget_key = ?',
      [`failures-of-strangers:${email}`],
    );
    expect(row?.used).toBe(19);
  });

  it('forgets failures and lock level after 24 hours without a failure', async () => {
    const { email } = await newSubject();
    for (const wait of [15 * MINUTE, DAY]) {
      await lock(email);
      relay.advance(wait);
    }
    await fail(email, 9);
    relay.advance(DAY);
    await fail(email, 9);
    expect(outcome(await login(email))).toEqual(OK);
    await fail(email, 1);
    expect(outcome(await login(email))).toEqual(REFUSED);
    relay.advance(15 * MINUTE);
    expect(outcome(await login(email)), 'the first level again').toEqual(OK);
  });

  it('forgets failures and lock level after a finished login from that address', async () => {
    const { email } = await newSubject();
    await lock(email);
    relay.advance(15 * MINUTE);
    expect(outcome(await signIn(email, HOME))).toEqual(OK);
    await lock(email);
    relay.advance(15 * MINUTE);
    expect(outcome(await login(email))).toEqual(OK);
  });

  it('unlocks an account everywhere by a reset by mail', async () => {
    const { email } = await newSubject();
    for (const ip of [HOME, ELSEWHERE]) await lock(email, ip);
    expect(outcome(await resetPassword(email, ELSEWHERE))).toEqual(OK);
    for (const ip of [HOME, ELSEWHERE]) {
      expect(outcome(await login(email, NEW_PASSWORD, ip))).toEqual(OK);
    }
  });

  it.each([
    ['bootstrap/system-admin', (email: string) => ['', { email, password: PASSWORD }] as const],
    ['promote/console-admin', (email: string) => [`?email=${email}`, undefined] as const],
  ])('unlocks an account by %s', async (route, request) => {
    const { email } = await newSubject();
    await lock(email);
    const [query, body] = request(email);
    const headers = { 'x-admin-key': relay.adminKey };
    const done = await relay.post(`/console/${route}${query}`, body, { headers });
    expect(outcome(done)).toEqual(OK);
    expect(outcome(await login(email))).toEqual(OK);
  });
});

describe('after 100 failures from unknown addresses in 24 hours', () => {
  const failFromEverywhere = async (email: string, times: number) => {
    for (let i = 0; i < times; i++) await fail(email, 1, `198.51.100.${i + 1}`);
  };

  it('answers a right password from an unknown address with the mailed code only', async () => {
    const subject = await newSubject();
    const { email } = subject;
    await turnTotpOn(subject);
    await failFromEverywhere(email, 99);
    const factorsAt = async (ip: string) => (await login(email, PASSWORD, ip)).data['mfa_factors'];
    const open = await codeFor(email, ELSEWHERE);
    expect(await factorsAt(ELSEWHERE)).toEqual(['email', 'totp']);
    await failFromEverywhere(email, 1);
    expect(await factorsAt(ELSEWHERE)).toEqual(['email']);
    expect(await factorsAt(HOME), 'a known address').toEqual(['email', 'totp']);

    const { challenge_token } = open;
    const byTotp = (ip: string) =>
      relay.post('/console/verify/login-totp', { challenge_token, totp: '654321' }, { ip });
    expect(outcome(await byTotp(ELSEWHERE)), 'begun before').toEqual([401, 'totp_invalid']);
    expect(outcome(await relay.post('/console/verify/login-otp', open, { ip: ELSEWHERE }))).toEqual(
      OK,
    );
    expect(await factorsAt(ELSEWHERE), 'known by now').toEqual(['email', 'totp']);
    relay.advance(DAY);
    expect(await factorsAt('192.0.2.99')).toEqual(['email', 'totp']);
  }, 60_000);

  it('opens nothing by the password alone from an unknown address', async () => {
    const { email, token } = await newSubject();
    await relay.post('/console/update/account', { mfa_enabled: false }, { token });
    await failFromEverywhere(email, 1);
    await writeSql(relay.database, 'UPDATE budgets SET used = 100 WHERE budget_key = ?', [
      `failures-of-strangers:${email}`,
    ]);
    expect(outcome(await login(email, PASSWORD, ELSEWHERE))).toEqual(REFUSED);
    expect(outcome(await login(email, PASSWORD, HOME))).toEqual(OK);
  });

  it('does not count failures from known addresses', async () => {
    const { email } = await newSubject();
    await fail(email, 3);
    const counters = () =>
      readSql(relay.database, 'SELECT used FROM budgets WHERE budget_key = ?', [
        `failures-of-strangers:${email}`,
      ]);
    expect(await counters()).toEqual([]);
    await fail(email, 3, ELSEWHERE);
    expect(await counters()).toEqual([{ used: 3 }]);
  });
});

describe('known addresses', () => {
  const isKnown = async ({ accountId }: Subject) =>
    (
      await readSql(relay.database, 'SELECT account_id FROM known_addresses WHERE account_id = ?', [
        accountId,
      ])
    ).length;

  it('knows an address for 90 days after the last use of a session', async () => {
    const subject = await newSubject();
    expect(await isKnown(subject)).toBe(1);
    relay.advance(6 * DAY);
    const used = await relay.get('/console/fetch/account', { token: subject.token, ip: ELSEWHERE });
    expect(used.status).toBe(200);
    relay.advance(89 * DAY);
    await relay.cleanUp();
    expect(await isKnown(subject), 'one, where the session began').toBe(1);
    relay.advance(DAY);
    await relay.cleanUp();
    expect(await isKnown(subject)).toBe(0);
  });

  it('stores a known address as a hash that names neither account nor address', async () => {
    const { email, accountId } = await newSubject();
    const rows = await readSql(
      relay.database,
      'SELECT address_hmac FROM known_addresses WHERE account_id = ?',
      [accountId],
    );
    expect(JSON.stringify(rows)).toMatch(/^\[\{"address_hmac":"[0-9a-f]{64}"\}\]$/);
    expect(JSON.stringify(rows)).not.toContain(email);
  });
});
