import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/platform/clock';
import { PASSWORD, type Answer } from '../support/console-calls';
import { writeSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { answering, useStandIn } from '../support/authenticator';
import { codeIn, MAILING, mailsTo, registerByMail } from '../support/mails';

const NEW_PASSWORD = 'staple battery horse';
const outcome = ({ status, data }: Answer) => [status, data['code']];

const authenticator = useStandIn();
const relay = useRelay(() => ({
  env: { ...MAILING.env, ...authenticator.env, CONSOLE_MFA: 'optional' },
}));

let count = 0;
let email = '';
let token = '';
beforeEach(async () => {
  email = `ada${++count}@corp.test`;
  ({ token } = await registerByMail(relay, email));
  relay.advance(MINUTE);
});

const subjects = async () => (await mailsTo(relay, email)).map(({ subject }) => subject).slice(1);
const forgot = () => relay.post('/console/forgot/password', { email });

describe('mails to the owner', () => {
  it('tells the owner by mail about a changed password', async () => {
    const body = { current_password: PASSWORD, password: NEW_PASSWORD };
    await relay.post('/console/change/password', body, { token });
    expect(await subjects()).toEqual([
      'Votre mot de passe a été changé / Your password was changed',
    ]);
  });

  it('tells the owner by mail about a reset password', async () => {
    const begun = await forgot();
    expect([begun.status, Object.keys(begun.data).toSorted()]).toEqual([
      202,
      ['challenge_token', 'expires_at', 'resend_after_s'],
    ]);
    const otp = codeIn((await mailsTo(relay, email)).at(-1));
    const reset = await relay.post('/console/reset/password', {
      challenge_token: begun.data['challenge_token'],
      otp,
      password: NEW_PASSWORD,
    });
    expect(reset.status).toBe(200);
    expect(await subjects()).toEqual([
      'Votre code de réinitialisation / Your password reset code',
      'Votre mot de passe a été changé / Your password was changed',
    ]);
  });

  it('tells the owner by mail about every change of the second factor and about no repeat', async () => {
    const post = (path: string, body: object) => relay.post(`/console/${path}`, body, { token });
    authenticator.behave(answering({}, { skewMs: relay.now() - Date.now() }));
    await post('enroll/totp', { password: PASSWORD });
    await post('activate/totp', { totp: '123456' });
    for (let i = 0; i < 2; i++) await post('disable/totp', { password: PASSWORD });
    for (let i = 0; i < 2; i++) await post('update/account', { mfa_enabled: false });
    await post('update/account', { mfa_enabled: true });
    expect((await subjects()).map((subject) => subject.split(' / ')[1])).toEqual([
      'An authenticator app was added to your account',
      'The authenticator app was removed from your account',
      'Two-step sign-in was switched off for your account',
      'Two-step sign-in was switched on for your account',
    ]);
  });

  it('tells the owner by mail about a sign-in from a new device, also after weeks without any', async () => {
    await relay.post('/console/update/account', { mfa_enabled: false }, { token });
    const signIn = (userAgent: string) =>
      relay.post(
        '/console/login',
        { email, password: PASSWORD },
        { headers: { 'user-agent': userAgent } },
      );
    /** Browsers that a mail has reported as new since the previous call. */
    const newBrowsers = async () => {
      const mails = await mailsTo(relay, email);
      await writeSql(relay.database, 'DELETE FROM mails WHERE recipient = ?', [email]);
      return mails
        .filter(({ text }) => text.includes('new device'))
        .map(({ text }) => /Browser \d/.exec(text)?.[0]);
    };
    await signIn('Browser 1');
    expect(await newBrowsers()).toEqual(['Browser 1']);
    relay.advance(20 * DAY);
    await relay.cleanUp();
    await signIn('Browser 1');
    await signIn('Browser 2');
    expect(await newBrowsers()).toEqual(['Browser 2']);
    relay.advance(60 * DAY);
    await relay.cleanUp();
    await signIn('Browser 3');
    expect(await newBrowsers()).toEqual(['Browser 3']);
  });
});

describe('forgot/password', () => {
  it('sends an address one reset mail a minute and does not say so', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, forgot));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202));
    expect(await subjects()).toHaveLength(1);
    // The code that was sent stays good.
    const otp = codeIn((await mailsTo(relay, email)).at(-1));
    const { challenge_token } = answers.at(-1)!.data;
    const body = { challenge_token, otp, password: NEW_PASSWORD };
    expect((await relay.post('/console/reset/password', body)).status).toBe(200);
    relay.advance(MINUTE);
    await forgot();
    expect((await subjects()).filter((subject) => subject.includes('reset code'))).toHaveLength(2);
  });

  it('sends no reset mail to an address without an active account, and answers the same', async () => {
    const begun = await relay.post('/console/forgot/password', { email: 'nobody@corp.test' });
    const own = await forgot();
    expect([begun.status, Object.keys(begun.data), begun.message]).toEqual([
      own.status,
      Object.keys(own.data),
      own.message,
    ]);
    expect(await mailsTo(relay, 'nobody@corp.test')).toEqual([]);
  });
});

it('refuses weak passwords at a change and at a reset, and keeps the code', async () => {
  const change = { current_password: PASSWORD, password: 'password123' };
  const changed = await relay.post('/console/change/password', change, { token });
  expect(outcome(changed)).toEqual([422, 'weak_password']);
  const { challenge_token } = (await forgot()).data;
  const otp = codeIn((await mailsTo(relay, email)).at(-1));
  const reset = (password: string) =>
    relay.post('/console/reset/password', { challenge_token, otp, password });
  expect(outcome(await reset('password123'))).toEqual([422, 'weak_password']);
  expect(outcome(await reset(`ada-${email}`))).toEqual([422, 'weak_password']);
  expect((await reset(NEW_PASSWORD)).status).toBe(200);
});
