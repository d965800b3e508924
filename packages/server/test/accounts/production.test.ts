import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/platform/clock';
import { PASSWORD } from '../support/console-calls';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { codeIn, MAILING, mailsTo as mailsOf, registerByMail } from '../support/mails';

const relay = useRelay(MAILING);

const mailsTo = (email: string) => mailsOf(relay, email);

const register = (email: string, more: object = {}) =>
  relay.post('/console/register', {
    email,
    password: PASSWORD,
    display_name: 'Ada',
    organization_name: 'Acme',
    ...more,
  });

describe('production', () => {
  it('sends codes by mail in production and never in answers', async () => {
    const { data } = await register('mail@corp.test');
    expect(Object.keys(data).toSorted()).toEqual([
      'expires_at',
      'registration_token',
      'resend_after_s',
    ]);
    expect(data['resend_after_s']).toBe(60);
    expect(codeIn((await mailsTo('mail@corp.test'))[0])).toMatch(/^\d{6}$/);
    const rows = await readSql(relay.database, 'SELECT sealed_content FROM mails');
    expect(JSON.stringify(rows)).not.toContain('registration');
  });

  it('allows no more guesses after a new code', async () => {
    const email = 'budget@corp.test';
    const { registration_token } = (await register(email)).data;
    const verify = async (otp: string) =>
      (await relay.post('/console/verify/registration', { registration_token, otp })).data['code'];
    for (let i = 0; i < 5; i++) {
      const code = codeIn((await mailsTo(email)).at(-1));
      expect(await verify(code === '000000' ? '111111' : '000000')).toBe('otp_invalid');
      relay.advance(MINUTE);
      const resent = await relay.post('/console/resend/registration-otp', { registration_token });
      expect(resent.status).toBe(i < 4 ? 200 : 401);
    }
    expect(await verify(codeIn((await mailsTo(email)).at(-1)))).toBe('challenge_invalid');
  });

  it('tells an active owner about a registration by mail, and the stranger nothing', async () => {
    const email = 'owner@corp.test';
    await registerByMail(relay, email);
    relay.advance(MINUTE);
    const stranger = await register(email);
    const other = await register('unknown@corp.test');
    expect(Object.keys(stranger.data)).toEqual(Object.keys(other.data));
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.subject).toBe('Vous avez déjà un compte / You already have an account');
    expect(codeIn(mail)).toBe('');
  });

  it('refuses common passwords', async () => {
    for (const [password, email] of [
      ['password123', 'weak@corp.test'],
      ['ada-lovelace-1', 'ada.lovelace@corp.test'],
    ] as const) {
      const { status, data } = await register(email, { password });
      expect([status, data['code']]).toEqual([422, 'weak_password']);
    }
  });

  it('reports a sign-in from a new device once', async () => {
    const email = 'device@corp.test';
    await registerByMail(relay, email);
    const signIn = async (userAgent: string) => {
      relay.advance(MINUTE);
      const started = await relay.post('/console/login', { email, password: PASSWORD });
      const { challenge_token } = started.data;
      await relay.post('/console/get/login-otp', { challenge_token });
      const code = codeIn((await mailsTo(email)).at(-1));
      const headers = { 'user-agent': userAgent };
      const answer = await relay.post(
        '/console/verify/login-otp',
        { challenge_token, code },
        { headers },
      );
      expect(answer.status).toBe(200);
    };
    const notices = async () =>
      (await mailsTo(email)).filter(({ subject }) => subject.includes('New sign-in')).length;
    await signIn('Browser 1');
    expect(await notices()).toBe(1);
    await signIn('Browser 1');
    expect(await notices()).toBe(1);
    await signIn('Browser 2');
    expect(await notices()).toBe(2);
  });
});
