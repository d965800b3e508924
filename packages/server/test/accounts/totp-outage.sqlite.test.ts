import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Answer } from '../support/console-calls';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { answering, send, useStandIn, UNUSABLE, type Behaviour } from '../support/authenticator';

const authenticator = useStandIn();
const relay = useRelay(() => ({ env: authenticator.env }));

const outcome = ({ status, data }: Answer) => [status, data['code']];
let count = 0;
let email = '';
let challenge_token = '';

const verifyTotp = (totp = '123456') =>
  relay.post('/console/verify/login-totp', { challenge_token, totp });

async function loginByEmail(): Promise<Answer> {
  const sent = await relay.post('/console/get/login-otp', { challenge_token });
  return relay.post('/console/verify/login-otp', { challenge_token, code: sent.data['dev_otp'] });
}

const sessionCount = async () => {
  const rows = await readSql(
    relay.database,
    'SELECT s.session_id FROM console_sessions s JOIN accounts a ON a.account_id = s.account_id WHERE a.email = ?',
    [email],
  );
  return rows.length;
};

const evaluations = async () => {
  const rows = await readSql<{ evaluations: number }>(
    relay.database,
    `SELECT evaluations FROM challenges WHERE email = ? AND kind = 'login'`,
    [email],
  );
  return rows.at(-1)?.evaluations;
};

beforeEach(async () => {
  email = `ada${++count}@corp.test`;
  authenticator.behave(answering());
  const { token } = await relay.register(email);
  await relay.post('/console/enroll/totp', { password: PASSWORD }, { token });
  expect((await relay.post('/console/activate/totp', { totp: '123456' }, { token })).status).toBe(
    200,
  );
  const { data } = await relay.post('/console/login', { email, password: PASSWORD });
  expect(data['mfa_factors']).toEqual(['email', 'totp']);
  challenge_token = data['challenge_token'];
  authenticator.asked.length = 0;
});

describe('an authenticator answer that is', () => {
  it.each(UNUSABLE)(
    'opens nothing and counts nothing when the authenticator’s answer is %s, and leaves e-mail',
    async (_name, behaviour) => {
      authenticator.behave(behaviour);
      const refused = await verifyTotp();
      expect(outcome(refused)).toEqual([503, 'totp_unavailable']);
      expect(refused.data['retry_after_s']).toBeGreaterThan(0);
      expect(Object.keys(refused.data).toSorted()).toEqual(['code', 'request_id', 'retry_after_s']);
      expect(await sessionCount()).toBe(1); // the registration's
      expect(await evaluations()).toBe(0);
      expect((await loginByEmail()).status).toBe(200);
    },
  );
});

it("refuses an authenticator's answer to an earlier question", async () => {
  let earlier = '';
  authenticator.behave(({ request_id, subject }, response) => {
    const answer = { request_id, subject, valid: true, time_step: 90_000_000 };
    earlier ||= JSON.stringify(answer);
    send(response, JSON.stringify({ ...answer, valid: false }));
  });
  expect(outcome(await verifyTotp())).toEqual([401, 'totp_invalid']);
  authenticator.behave((_asked, response) => send(response, earlier));
  expect(outcome(await verifyTotp())).toEqual([503, 'totp_unavailable']);
  expect(await sessionCount()).toBe(1);
});

it('stops waiting for a hanging authenticator within 3 s', async () => {
  const hangs: Behaviour[] = [
    () => undefined,
    (_asked, response) => void response.writeHead(200).write('{'),
  ];
  for (const hang of hangs) {
    authenticator.behave(hang);
    const startedAt = performance.now();
    expect(outcome(await verifyTotp())).toEqual([503, 'totp_unavailable']);
    expect(performance.now() - startedAt).toBeLessThan(3500);
    expect(await sessionCount()).toBe(1);
    expect(await evaluations()).toBe(0);
  }
  expect((await loginByEmail()).status).toBe(200);
});

it('asks the authenticator once more with the same request_id and a new signature', async () => {
  let isFirst = true;
  authenticator.behave((asked, response) => {
    if (!isFirst) return answering()(asked, response);
    isFirst = false;
    response.destroy();
  });
  expect((await verifyTotp()).status).toBe(200);
  const [first, second] = authenticator.asked;
  expect(authenticator.asked).toHaveLength(2);
  expect(second?.raw).toBe(first?.raw);
  expect(Number(second?.headers['x-service-timestamp'])).toBeGreaterThan(
    Number(first?.headers['x-service-timestamp']),
  );
  expect(JSON.parse(first?.raw ?? '')).toEqual({
    op: 'verify',
    request_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
    code: '123456',
    challenge_ref: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('gives back twenty attempts of a challenge during an outage and no more', async () => {
  authenticator.behave((_asked, response) => void response.destroy());
  for (let i = 0; i < 25; i++) {
    expect(outcome(await verifyTotp())).toEqual([503, 'totp_unavailable']);
  }
  expect(outcome(await verifyTotp())).toEqual([401, 'challenge_invalid']);
  expect(authenticator.asked).toHaveLength(50);
  const [lock] = await readSql(relay.database, 'SELECT * FROM lockouts WHERE email = ?', [email]);
  expect(lock).toBeUndefined();
});

describe('TOTP codes', () => {
  it('counts TOTP codes together with mailed codes: five in all', async () => {
    const sent = await relay.post('/console/get/login-otp', { challenge_token });
    const wrong = sent.data['dev_otp'] === '000000' ? '111111' : '000000';
    for (const reason of ['wrong', 'replayed', 'locked']) {
      authenticator.behave(answering({ valid: false, reason }));
      expect(outcome(await verifyTotp())).toEqual([401, 'totp_invalid']);
    }
    for (let i = 0; i < 2; i++) {
      const answer = await relay.post('/console/verify/login-otp', {
        challenge_token,
        code: wrong,
      });
      expect(outcome(answer)).toEqual([401, 'otp_invalid']);
    }
    authenticator.behave(answering());
    expect(outcome(await verifyTotp())).toEqual([401, 'challenge_invalid']);
    const [lock] = await readSql(relay.database, 'SELECT failures FROM lockouts WHERE email = ?', [
      email,
    ]);
    expect(lock).toEqual({ failures: 5 });
  });

  it('accepts a TOTP code once, whatever the authenticator says', async () => {
    authenticator.behave(answering({ time_step: 70_000_000 }));
    const signedIn = await verifyTotp();
    expect(signedIn.status).toBe(200);
    const login = await relay.post('/console/login', { email, password: PASSWORD });
    challenge_token = login.data['challenge_token'];
    expect(outcome(await verifyTotp())).toEqual([401, 'totp_invalid']);
    authenticator.behave(answering({ time_step: 69_999_999 }));
    expect(outcome(await verifyTotp())).toEqual([401, 'totp_invalid']);
    const [lock] = await readSql(relay.database, 'SELECT failures FROM lockouts WHERE email = ?', [
      email,
    ]);
    expect(lock).toEqual({ failures: 2 });
    authenticator.behave(answering({ time_step: 70_000_001 }));
    expect((await verifyTotp()).status).toBe(200);
  });

  it('opens one session of eight parallel logins with the same TOTP code', async () => {
    authenticator.behave(answering({ time_step: 80_000_000 }));
    const started = await Promise.all(
      Array.from({ length: 8 }, () => relay.post('/console/login', { email, password: PASSWORD })),
    );
    const answers = await Promise.all(
      started.map(({ data }) =>
        relay.post('/console/verify/login-totp', {
          challenge_token: data['challenge_token'],
          totp: '123456',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

it('stores with the session which factor was passed', async () => {
  const { data } = await verifyTotp();
  const token = data['console_token'];
  const sessions = await relay.get('/console/fetch/sessions', { token });
  expect(sessions.data['sessions'][0].amr).toEqual(['pwd', 'totp']);
});
