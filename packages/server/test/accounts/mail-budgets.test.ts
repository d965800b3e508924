import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/platform/clock';
import { PASSWORD, type Answer, type CallOptions } from '../support/console-calls';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { codeIn, MAILING, mailsTo as mailsOf } from '../support/mails';

const relay = useRelay(MAILING);

const HOME = { ip: '127.0.0.1' };
const ELSEWHERE = { ip: '192.0.2.7' };
const NEW_PASSWORD = 'staple battery horse';
const mailsTo = (email: string) => mailsOf(relay, email);
const subjectsTo = async (email: string) =>
  (await mailsTo(email)).map(({ subject }) => subject.split(' / ')[1]);
const outcome = ({ status, data }: Answer) => [status, data['code']];
const times = <T>(n: number, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: n }, work));

const register = (email: string, from: CallOptions = HOME) =>
  relay.post(
    '/console/register',
    { email, password: PASSWORD, display_name: 'Ada', organization_name: 'Acme' },
    from,
  );
const forgot = (email: string, from: CallOptions = HOME) =>
  relay.post('/console/forgot/password', { email }, from);
const login = (email: string, from: CallOptions = HOME) =>
  relay.post('/console/login', { email, password: PASSWORD }, from);
const getOtp = (challenge_token: string) =>
  relay.post('/console/get/login-otp', { challenge_token });
const lastCode = async (email: string) => codeIn((await mailsTo(email)).at(-1));
const reset = (challenge_token: string, otp: string) =>
  relay.post('/console/reset/password', { challenge_token, otp, password: NEW_PASSWORD });

async function activate(email: string): Promise<string> {
  const { registration_token } = (await register(email)).data;
  const body = { registration_token, otp: await lastCode(email) };
  const verified = await relay.post('/console/verify/registration', body);
  expect(verified.status).toBe(200);
  return verified.data['console_token'];
}

describe('mails that strangers cause', () => {
  it('sends one mail a minute to an address for strangers, and tells them nothing', async () => {
    const email = 'minute@corp.test';
    await activate(email);
    relay.advance(MINUTE);
    const before = (await mailsTo(email)).length;
    const answers = [
      await forgot(email, ELSEWHERE),
      await register(email, ELSEWHERE),
      ...(await times(10, () => forgot(email, { ip: '192.0.2.8' }))),
      ...(await times(10, () => register(email, { ip: '192.0.2.9' }))),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      202,
      201,
      ...Array(10).fill(202),
      ...Array(10).fill(201),
    ]);
    expect((await subjectsTo(email)).slice(before)).toEqual(['Your password reset code']);
  });

  it('sends five mails an hour and 20 a day to an address for strangers', async () => {
    const email = 'volume@corp.test';
    await activate(email);
    relay.advance(DAY);
    const before = (await mailsTo(email)).length;
    const sentIn = async (hours: number) => {
      for (let i = 0; i < hours * 20; i++) {
        expect((await forgot(email, ELSEWHERE)).status).toBe(202);
        relay.advance(3 * MINUTE);
      }
      return (await mailsTo(email)).length - before;
    };
    expect(await sentIn(1)).toBe(5);
    expect(await sentIn(1)).toBe(10);
    expect(await sentIn(4)).toBe(20);
    relay.advance(DAY);
    await forgot(email, ELSEWHERE);
    expect((await mailsTo(email)).length - before).toBe(21);
  }, 60_000);

  it("keeps the mails of the owner's own requests apart from those for strangers", async () => {
    const email = 'owner@corp.test';
    await activate(email);
    relay.advance(HOUR);
    for (let i = 0; i < 6; i++) {
      await register(email, ELSEWHERE);
      relay.advance(MINUTE);
    }
    const before = (await mailsTo(email)).length;
    await forgot(email, ELSEWHERE);
    expect((await mailsTo(email)).length, 'the budget of strangers is spent').toBe(before);

    const { challenge_token } = (await login(email, { ip: '203.0.113.5' })).data;
    expect((await getOtp(challenge_token)).status).toBe(200);
    const { challenge_token: resetToken } = (await forgot(email, HOME)).data;
    expect((await subjectsTo(email)).slice(before)).toEqual([
      'Your sign-in code',
      'Your password reset code',
    ]);
    expect((await reset(resetToken, await lastCode(email))).status).toBe(200);
  });

  it('does not tell a stranger who registers when the owner has asked for a code', async () => {
    const email = 'oracle@corp.test';
    await activate(email);
    relay.advance(MINUTE);
    const { challenge_token } = (await login(email)).data;
    expect((await getOtp(challenge_token)).status).toBe(200);
    const answers = [await register(email, ELSEWHERE), await register('idle@corp.test', ELSEWHERE)];
    expect(answers.map(({ status, data }) => [status, Object.keys(data)])).toEqual(
      Array(2).fill([201, ['registration_token', 'expires_at', 'resend_after_s']]),
    );
  });
});

describe('an owner from a known address', () => {
  it('gives an owner a second budget for all known addresses together', async () => {
    const email = 'known@corp.test';
    await activate(email);
    const { challenge_token } = (await login(email, ELSEWHERE)).data;
    await getOtp(challenge_token);
    const body = { challenge_token, code: await lastCode(email) };
    expect((await relay.post('/console/verify/login-otp', body, ELSEWHERE)).status).toBe(200);
    relay.advance(HOUR);
    const before = (await mailsTo(email)).length;
    for (let i = 0; i < 10; i++) {
      await forgot(email, i % 2 === 0 ? HOME : ELSEWHERE);
      relay.advance(MINUTE);
    }
    expect((await mailsTo(email)).length - before).toBe(5);
  });
});

describe('forgot/password asked for twice', () => {
  it('gives a second reset from the same address another token and the same code', async () => {
    const email = 'twice@corp.test';
    await activate(email);
    relay.advance(MINUTE);
    const answers = await times(3, () => forgot(email));
    const tokens = answers.map(({ data }) => data['challenge_token'] as string);
    expect(new Set(tokens).size).toBe(3);
    expect(new Set(answers.map(({ data }) => data['expires_at'])).size).toBe(1);
    const code = await lastCode(email);
    const wrong = code === '000000' ? '111111' : '000000';
    for (const token of [...tokens, tokens[0]!]) {
      expect(outcome(await reset(token, wrong))).toEqual([401, 'otp_invalid']);
    }
    expect((await reset(tokens[1]!, code)).status, 'the fifth').toBe(200);
    for (const token of tokens) {
      expect(outcome(await reset(token, code))).toEqual([401, 'challenge_invalid']);
    }
  });

  it('evaluates five codes over all tokens of one reset', async () => {
    const email = 'tokens@corp.test';
    await activate(email);
    relay.advance(MINUTE);
    const tokens = (await times(4, () => forgot(email))).map(
      ({ data }) => data['challenge_token'] as string,
    );
    const code = await lastCode(email);
    const wrong = code === '000000' ? '111111' : '000000';
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => reset(tokens[i % 4]!, wrong)),
    );
    const codes = answers.map(({ data }) => data['code']);
    expect(codes.filter((one) => one === 'otp_invalid')).toHaveLength(5);
    expect(outcome(await reset(tokens[0]!, code))).toEqual([401, 'challenge_invalid']);
  });

  it('gives a reset from another address a code that fits no token of the owner', async () => {
    const email = 'stranger@corp.test';
    await activate(email);
    relay.advance(MINUTE);
    const own = (await forgot(email)).data['challenge_token'] as string;
    const code = await lastCode(email);
    const strangers = (await forgot(email, ELSEWHERE)).data['challenge_token'] as string;
    const again = (await forgot(email, ELSEWHERE)).data['challenge_token'] as string;
    for (const token of [strangers, again]) {
      for (let i = 0; i < 3; i++) await reset(token, code === '000000' ? '111111' : '000000');
    }
    expect(outcome(await reset(again, code))).toEqual([401, 'challenge_invalid']);
    expect((await reset(own, code)).status).toBe(200);
  });

  it('makes no code that could be guessed when no mail may leave', async () => {
    const email = 'silent@corp.test';
    await activate(email);
    relay.advance(MINUTE);
    await forgot(email, ELSEWHERE);
    await forgot(email, { ip: '192.0.2.8' });
    const rows = await readSql<{ account_id: string | null }>(
      relay.database,
      `SELECT account_id FROM challenges WHERE email = ? AND kind = 'reset' ORDER BY challenge_id`,
      [email],
    );
    expect(rows.map(({ account_id }) => account_id !== null)).toEqual([true, false]);
  });
});

describe('codes that are asked for with a secret', () => {
  const refusal = async (ask: () => Promise<Answer>) => {
    const { status, data, headers } = await ask();
    expect([status, data['code']]).toEqual([429, 'resend_cooldown']);
    expect(headers.get('retry-after')).toBe(String(data['retry_after_s']));
    return data['retry_after_s'] as number;
  };

  it('sends one login code a minute and five an hour, then answers 429', async () => {
    const email = 'signin@corp.test';
    await activate(email);
    for (let i = 0; i < 5; i++) {
      relay.advance(MINUTE);
      const { challenge_token } = (await login(email)).data;
      const sent = await times(5, () => getOtp(challenge_token));
      expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await refusal(() => getOtp(challenge_token))).toBeLessThanOrEqual(i < 4 ? 60 : 3600);
    }
    relay.advance(MINUTE);
    const { challenge_token } = (await login(email)).data;
    expect(await refusal(() => getOtp(challenge_token))).toBeGreaterThan(60);
    relay.advance(HOUR);
    const later = (await login(email)).data['challenge_token'];
    expect((await getOtp(later)).status).toBe(200);
  });

  it('sends one registration code a minute, and its 429 depends on the attempt alone', async () => {
    const email = 'resend@corp.test';
    const { registration_token } = (await register(email)).data;
    const resend = () => relay.post('/console/resend/registration-otp', { registration_token });
    expect(await refusal(resend)).toBeLessThanOrEqual(60);
    relay.advance(MINUTE);
    // A stranger's mail of this minute stops the mail, but not the answer.
    await forgot(email, ELSEWHERE);
    const sent = await times(10, resend);
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of sent.filter(({ status }) => status !== 200)) {
      expect(outcome(answer)).toEqual([429, 'resend_cooldown']);
    }
    expect(await mailsTo(email)).toHaveLength(1);
    const otp = await lastCode(email);
    const verified = await relay.post('/console/verify/registration', { registration_token, otp });
    expect(verified.status, 'the code in the mailbox is still the one').toBe(200);
  });
});
