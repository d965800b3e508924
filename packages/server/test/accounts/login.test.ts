import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/platform/clock';
import { PASSWORD, type Answer } from '../support/console-calls';
import { readSql, writeSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';

const relay = useRelay({
  env: { SYSTEM_ADMIN_EMAILS: 'listed@corp.test, late@corp.test' },
});

const login = (email: string, password = PASSWORD) =>
  relay.post('/console/login', { email, password });
const getOtp = (challenge_token: string) =>
  relay.post('/console/get/login-otp', { challenge_token });
const verifyOtp = (challenge_token: string, code: string) =>
  relay.post('/console/verify/login-otp', { challenge_token, code });
const outcome = ({ status, data }: Answer) => [status, data['code']];
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

/** A login that waits for its code. */
async function challengeOf(email: string): Promise<{ token: string; code: string }> {
  const token = (await login(email)).data['challenge_token'] as string;
  return { token, code: (await getOtp(token)).data['dev_otp'] as string };
}

describe('login', () => {
  it('sends a code as second factor and signs in with it', async () => {
    await relay.register('ada@corp.test');
    const started = await login(' ADA@corp.test');
    expect(started.status).toBe(200);
    expect(started.data).toEqual({
      redirect_to_mfa: true,
      challenge_token: expect.stringMatching(/^chl_[\w-]{43}$/),
      mfa_factors: ['email'],
      expires_at: expect.any(String),
    });
    const token = started.data['challenge_token'] as string;
    const sent = await getOtp(token);
    expect(sent.data).toEqual({
      expires_at: expect.any(String),
      resend_after_s: 0,
      masked_email: 'a***@c***.test',
      dev_otp: expect.stringMatching(/^\d{6}$/),
    });
    const signedIn = await verifyOtp(token, sent.data['dev_otp']);
    expect(signedIn.status).toBe(200);
    expect(Object.keys(signedIn.data).toSorted()).toEqual([
      'account',
      'console_token',
      'expires_at',
      'memberships',
    ]);
    expect(outcome(await verifyOtp(token, sent.data['dev_otp']))).toEqual([
      401,
      'challenge_invalid',
    ]);
  });

  it('answers an unknown address and a wrong password alike', async () => {
    const unknown = await login('nobody@corp.test');
    const wrong = await login('ada@corp.test', 'wrong password');
    const plain = ({ data, status, message }: Answer) => ({
      status,
      message,
      data: { ...data, request_id: '' },
    });
    expect(outcome(unknown)).toEqual([401, 'invalid_credentials']);
    expect(plain(wrong)).toEqual(plain(unknown));
  });

  it.each([
    [{ email: null, password: 'x' }],
    [{ email: { ne: '' }, password: 'x' }],
    [{ email: 'ada@corp.test', password: ['x'] }],
    [{ email: 'ada@corp.test', password: 'x', is_system: true }],
    [{ email: 'ada@corp.test', password: 'x'.repeat(513) }],
  ])('refuses to log in with the body %j', async (body) => {
    expect(outcome(await relay.post('/console/login', body))).toEqual([422, 'invalid_request']);
  });

  it('refuses a login body over 8 KiB', async () => {
    const { status, data } = await login('ada@corp.test', 'x'.repeat(10_000));
    expect([status, data['code']]).toEqual([413, 'payload_too_large']);
  });

  it('accepts a code for its own challenge alone', async () => {
    const one = await challengeOf('ada@corp.test');
    const two = await challengeOf('ada@corp.test');
    if (one.code !== two.code) {
      expect(outcome(await verifyOtp(one.token, two.code))).toEqual([401, 'otp_invalid']);
    }
    expect((await verifyOtp(one.token, one.code)).status).toBe(200);
  });

  it('ends a challenge after ten minutes', async () => {
    const { token, code } = await challengeOf('ada@corp.test');
    relay.advance(10 * MINUTE);
    expect(outcome(await verifyOtp(token, code))).toEqual([401, 'challenge_invalid']);
    expect(outcome(await getOtp(token))).toEqual([401, 'challenge_invalid']);
  });

  it('counts all codes and factors of a challenge together', async () => {
    await relay.register('count@corp.test');
    const { token, code } = await challengeOf('count@corp.test');
    for (let i = 0; i < 2; i++) await verifyOtp(token, otherThan(code));
    for (let i = 0; i < 2; i++) {
      const totp = await relay.post('/console/verify/login-totp', {
        challenge_token: token,
        totp: code,
      });
      expect(outcome(totp)).toEqual([401, 'totp_invalid']);
    }
    const fresh = (await getOtp(token)).data['dev_otp'] as string;
    expect(outcome(await verifyOtp(token, otherThan(fresh)))).toEqual([401, 'otp_invalid']);
    expect(outcome(await verifyOtp(token, fresh))).toEqual([401, 'challenge_invalid']);
  });

  it('refuses a token of another kind as a challenge', async () => {
    const { token } = await relay.login('ada@corp.test');
    for (const foreign of [token, 'reg_x', 'chl_x']) {
      expect(outcome(await verifyOtp(foreign.slice(0, 128), '123456'))).toEqual([
        401,
        'challenge_invalid',
      ]);
    }
  });
});

describe('lockout', () => {
  const failTenTimes = async (email: string) => {
    for (let i = 0; i < 10; i++) await login(email, 'wrong password');
  };

  it('counts wrong codes with wrong passwords and refuses open logins of a locked account', async () => {
    await relay.register('mixed@corp.test');
    const { token, code } = await challengeOf('mixed@corp.test');
    for (let i = 0; i < 4; i++) await verifyOtp(token, otherThan(code));
    for (let i = 0; i < 6; i++) await login('mixed@corp.test', 'wrong password');
    expect(outcome(await verifyOtp(token, code))).toEqual([401, 'otp_invalid']);
    expect(outcome(await login('mixed@corp.test'))).toEqual([401, 'invalid_credentials']);
  });

  it('sends no code to a locked address', async () => {
    await relay.register('quiet@corp.test');
    const { token } = await challengeOf('quiet@corp.test');
    await failTenTimes('quiet@corp.test');
    expect(outcome(await getOtp(token))).toEqual([401, 'challenge_invalid']);
  });

  it('starts the count of failures again after a finished login and not before', async () => {
    await relay.register('reset@corp.test');
    for (let i = 0; i < 9; i++) await login('reset@corp.test', 'wrong password');
    expect((await login('reset@corp.test')).status).toBe(200);
    await login('reset@corp.test', 'wrong password');
    expect(outcome(await login('reset@corp.test'))).toEqual([401, 'invalid_credentials']);

    relay.advance(15 * MINUTE);
    await relay.login('reset@corp.test');
    for (let i = 0; i < 9; i++) await login('reset@corp.test', 'wrong password');
    expect((await login('reset@corp.test')).status).toBe(200);
  });
});

describe('allowlist', () => {
  it('makes a listed address a super-admin when its registration is verified', async () => {
    const { data } = await relay.register('listed@corp.test');
    expect(data['account'].is_system).toBe(true);
  });

  it('makes a listed address a super-admin at the next full login, not by the password alone', async () => {
    await relay.register('late@corp.test');
    await writeSql(
      relay.database,
      `UPDATE accounts SET is_system = 0 WHERE email = 'late@corp.test'`,
    );
    await login('late@corp.test');
    const [row] = await readSql<{ is_system: number }>(
      relay.database,
      `SELECT is_system FROM accounts WHERE email = 'late@corp.test'`,
    );
    expect(row?.is_system).toBe(0);
    expect((await relay.login('late@corp.test')).data['account'].is_system).toBe(true);
  });
});
