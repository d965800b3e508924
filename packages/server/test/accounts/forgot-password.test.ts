import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/platform/clock';
import { PASSWORD, type Answer } from '../support/console-calls';
import { readSql } from '../support/direct-sql';
import { FeedClient } from '../support/feed-client';
import { useRelay } from '../support/relay';

const relay = useRelay();

const NEW_PASSWORD = 'staple battery horse';
const outcome = ({ status, data }: Answer) => [status, data['code']];
const forgot = (email: string) => relay.post('/console/forgot/password', { email });
/** A reset that waits for its code, and the code. */
const begin = async (email: string): Promise<[token: string, code: string]> => {
  const { data } = await forgot(email);
  return [data['challenge_token'], data['dev_otp']];
};
const reset = (challenge_token: string, otp: string, password = NEW_PASSWORD) =>
  relay.post('/console/reset/password', { challenge_token, otp, password });
const login = (email: string, password: string) =>
  relay.post('/console/login', { email, password });
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

async function registerPending(email: string): Promise<void> {
  const { status } = await relay.post('/console/register', {
    email,
    password: PASSWORD,
    display_name: 'Ada',
    organization_name: 'Acme',
  });
  expect(status).toBe(201);
}

describe('a password reset', () => {
  it('sets a new password with the code, gives no session and ends all sessions', async () => {
    const email = 'ada@corp.test';
    const sessions = [await relay.register(email), await relay.login(email)];
    const feeds = await Promise.all(sessions.map(({ token }) => FeedClient.open(relay.url, token)));
    const begun = await forgot(' ADA@corp.test ');
    expect([begun.status, begun.data]).toEqual([
      202,
      {
        challenge_token: expect.stringMatching(/^chl_[\w-]{43}$/),
        expires_at: expect.any(String),
        resend_after_s: 0,
        dev_otp: expect.stringMatching(/^\d{6}$/),
      },
    ]);
    const { challenge_token, dev_otp } = begun.data;

    const done = await reset(challenge_token, dev_otp);
    expect([done.status, done.data]).toEqual([200, {}]);
    for (const { token } of sessions) {
      const answer = await relay.get('/console/fetch/account', { token });
      expect(outcome(answer)).toEqual([401, 'session_revoked']);
    }
    await Promise.all(feeds.map(({ disconnected }) => disconnected));
    expect(outcome(await login(email, PASSWORD))).toEqual([401, 'invalid_credentials']);
    // A reset does not replace the second factor.
    expect((await login(email, NEW_PASSWORD)).data['redirect_to_mfa']).toBe(true);
    expect(outcome(await reset(challenge_token, dev_otp))).toEqual([401, 'challenge_invalid']);
  });

  it('ends the logins that wait for their second factor at a password reset', async () => {
    const email = 'waiting@corp.test';
    await relay.register(email);
    const { challenge_token } = (await login(email, PASSWORD)).data;
    const sent = await relay.post('/console/get/login-otp', { challenge_token });
    await reset(...(await begin(email)));
    const answer = await relay.post('/console/verify/login-otp', {
      challenge_token,
      code: sent.data['dev_otp'],
    });
    expect(outcome(answer)).toEqual([401, 'challenge_invalid']);
  });

  it('gives each reset its own token and code, for ten minutes', async () => {
    const email = 'each@corp.test';
    await relay.register(email);
    const [first, firstCode] = await begin(email);
    const [second, secondCode] = await begin(email);
    if (firstCode !== secondCode) {
      expect(outcome(await reset(second, firstCode))).toEqual([401, 'otp_invalid']);
    }
    relay.advance(10 * MINUTE - 15_000);
    // A later request, possibly a stranger's, does not invalidate the first code.
    expect((await reset(first, firstCode)).status).toBe(200);
    expect(outcome(await reset(second, secondCode)), 'replaced').toEqual([
      401,
      'challenge_invalid',
    ]);
    const [late, lateCode] = await begin(email);
    relay.advance(10 * MINUTE);
    expect(outcome(await reset(late, lateCode))).toEqual([401, 'challenge_invalid']);
  });

  it('counts wrong reset codes against their own token and never against logins', async () => {
    const email = 'burnt@corp.test';
    await relay.register(email);
    const [token, code] = await begin(email);
    for (let round = 0; round < 4; round++) {
      const [stranger, strangersCode] = await begin(email);
      for (let i = 0; i < 6; i++) await reset(stranger, otherThan(strangersCode));
    }
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect((await reset(token, code)).status).toBe(200);
  });

  it('evaluates five reset codes and no more, also in parallel', async () => {
    const email = 'five@corp.test';
    await relay.register(email);
    const [token, code] = await begin(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => reset(token, otherThan(code))),
    );
    const codes = answers.map(({ data }) => data['code']);
    expect(codes.filter((one) => one === 'otp_invalid')).toHaveLength(5);
    expect(codes.filter((one) => one === 'challenge_invalid')).toHaveLength(15);
    expect(outcome(await reset(token, code))).toEqual([401, 'challenge_invalid']);
  });

  it('accepts a right reset code once of ten parallel requests', async () => {
    const email = 'once@corp.test';
    await relay.register(email);
    const [token, code] = await begin(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    [{ challenge_token: 'chl_a' }],
    [{ email: 'a@corp.test', otp: '123456', password: NEW_PASSWORD }],
    [{ challenge_token: 'chl_a', otp: 123456, password: NEW_PASSWORD }],
    [{ challenge_token: 'chl_a', otp: '123456', password: 'short' }],
    [{ challenge_token: 'chl_a', otp: '123456', password: 'x'.repeat(513) }],
    [{ challenge_token: ['chl_a'], otp: '123456', password: NEW_PASSWORD }],
    [{ challenge_token: 'chl_a', otp: '123456', password: NEW_PASSWORD, is_system: true }],
    [null],
    [[]],
  ])('refuses to reset a password with the body %j', async (body) => {
    const answer = await relay.post('/console/reset/password', body);
    expect(outcome(answer)).toEqual([422, 'invalid_request']);
  });
});

describe('a stranger who asks for a reset', () => {
  it('tells a stranger nothing about who has an account at a reset', async () => {
    await relay.register('active@corp.test');
    await registerPending('pending@corp.test');
    const emails = ['unknown@corp.test', 'pending@corp.test', 'active@corp.test'];
    const begun = await Promise.all(emails.map(forgot));
    const plain = ({ status, message, data }: Answer) => {
      // In local mode without mail, an active owner gets the code here. It is the one difference.
      const { dev_otp: _code, challenge_token: token, expires_at: at, ...rest } = data;
      return { status, message, rest, shape: [token.length, at.length] };
    };
    expect(begun.slice(1).map(plain)).toEqual(Array(2).fill(plain(begun[0]!)));
    expect(begun.map(({ data }) => typeof data['dev_otp'])).toEqual([
      'undefined',
      'undefined',
      'string',
    ]);

    const code = begun[2]!.data['dev_otp'] as string;
    for (const { data } of begun) {
      const token = data['challenge_token'] as string;
      for (let i = 0; i < 5; i++) {
        expect(outcome(await reset(token, otherThan(code)))).toEqual([401, 'otp_invalid']);
      }
      expect(outcome(await reset(token, otherThan(code)))).toEqual([401, 'challenge_invalid']);
    }
    expect(outcome(await reset('chl_never', '123456'))).toEqual([401, 'challenge_invalid']);
  });

  it('resets no password with the token of a login', async () => {
    const email = 'kinds@corp.test';
    await relay.register(email);
    const { challenge_token } = (await login(email, PASSWORD)).data;
    const sent = await relay.post('/console/get/login-otp', { challenge_token });
    const answer = await reset(challenge_token, sent.data['dev_otp']);
    expect(outcome(answer)).toEqual([401, 'challenge_invalid']);
  });

  it('does not activate a pending account by a reset', async () => {
    await registerPending('sneaky@corp.test');
    await forgot('sneaky@corp.test');
    const [row] = await readSql(
      relay.database,
      `SELECT account_id FROM challenges WHERE email = 'sneaky@corp.test' AND kind = 'reset'`,
    );
    expect(row).toEqual({ account_id: null });
  });
});
