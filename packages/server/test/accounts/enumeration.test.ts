import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/platform/clock';
import { PASSWORD, type Answer } from '../support/console-calls';
import { useRelay, type TestRelay } from '../support/relay';
import { MAILING, registerByMail } from '../support/mails';

const UNKNOWN = 'unknown@corp.test';
const PENDING = 'pending@corp.test';
const ACTIVE = 'active@corp.test';

const body = (email: string) => ({
  email,
  password: PASSWORD,
  display_name: 'Ada',
  organization_name: 'Acme',
});

/** All that a stranger can do with an address. */
const ASKED: Record<string, (relay: TestRelay, email: string) => Promise<Answer>> = {
  register: (relay, email) => relay.post('/console/register', body(email)),
  'register too soon': async (relay, email) => {
    await relay.post('/console/register', body(email));
    return relay.post('/console/register', body(email));
  },
  'resend/registration-otp': async (relay, email) => {
    const { registration_token } = (await relay.post('/console/register', body(email))).data;
    relay.advance(MINUTE);
    return relay.post('/console/resend/registration-otp', { registration_token });
  },
  'verify/registration': async (relay, email) => {
    const { registration_token } = (await relay.post('/console/register', body(email))).data;
    return relay.post('/console/verify/registration', { registration_token, otp: '000000' });
  },
  'a sixth verify/registration': async (relay, email) => {
    const { registration_token } = (await relay.post('/console/register', body(email))).data;
    const verify = () =>
      relay.post('/console/verify/registration', { registration_token, otp: '000000' });
    for (let i = 0; i < 5; i++) await verify();
    return verify();
  },
  login: (relay, email) => relay.post('/console/login', { email, password: 'not the password' }),
  'an eleventh login': async (relay, email) => {
    const login = () => relay.post('/console/login', { email, password: 'not the password' });
    for (let i = 0; i < 10; i++) await login();
    return login();
  },
  'forgot/password': (relay, email) => relay.post('/console/forgot/password', { email }),
  'forgot/password too soon': async (relay, email) => {
    await relay.post('/console/forgot/password', { email });
    return relay.post('/console/forgot/password', { email });
  },
  'forgot/password over the budget': async (relay, email) => {
    for (let i = 0; i < 6; i++) {
      await relay.post('/console/forgot/password', { email });
      relay.advance(MINUTE);
    }
    return relay.post('/console/forgot/password', { email });
  },
  'register over the budget': async (relay, email) => {
    for (let i = 0; i < 6; i++) {
      await relay.post('/console/register', body(email));
      relay.advance(MINUTE);
    }
    return relay.post('/console/register', body(email));
  },
  'resend/registration-otp over the budget': async (relay, email) => {
    const { registration_token } = (await relay.post('/console/register', body(email))).data;
    for (let i = 0; i < 6; i++) {
      relay.advance(MINUTE);
      await relay.post('/console/resend/registration-otp', { registration_token });
    }
    relay.advance(MINUTE);
    return relay.post('/console/resend/registration-otp', { registration_token });
  },
  'resend/registration-otp too soon': async (relay, email) => {
    const { registration_token } = (await relay.post('/console/register', body(email))).data;
    return relay.post('/console/resend/registration-otp', { registration_token });
  },
  'reset/password': (relay, email) => wrongReset(relay, email, 1),
  'a sixth reset/password': (relay, email) => wrongReset(relay, email, 6),
};

async function wrongReset(relay: TestRelay, email: string, times: number): Promise<Answer> {
  const { challenge_token } = (await relay.post('/console/forgot/password', { email })).data;
  const reset = () =>
    relay.post('/console/reset/password', { challenge_token, otp: '000000', password: PASSWORD });
  for (let i = 1; i < times; i++) await reset();
  return reset();
}

const relay = useRelay(MAILING);

/** All of an answer that could tell one address from another. */
function likeness({ status, message, data, headers }: Answer, email: string): object {
  const { 'x-request-id': _id, date: _date, ...rest } = Object.fromEntries(headers);
  const text = JSON.stringify({ message, data, headers: rest })
    .replaceAll(email, '<email>')
    .replaceAll(/\b(reg|chl)_[\w-]{43}/g, '<token>')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":"<new>"');
  return { status, text };
}

describe('enumeration of addresses', () => {
  it.each(Object.keys(ASKED))(
    'answers a known and an unknown e-mail address alike: %s',
    async (what) => {
      const mark = what.replaceAll(/\W/g, '-');
      const [unknown, pending, active] = [UNKNOWN, PENDING, ACTIVE].map((one) => `${mark}.${one}`);
      await relay.post('/console/register', body(pending!));
      await registerByMail(relay, active!);
      relay.advance(MINUTE);

      const answers = [];
      for (const email of [unknown, pending, active]) {
        answers.push(likeness(await ASKED[what]!(relay, email!), email!));
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    },
  );
});
