import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/platform/clock';
import { PASSWORD } from '../support/console-calls';
import { useRelay } from '../support/relay';

const relay = useRelay();

const body = (email: string, more: object = {}) => ({
  email,
  password: PASSWORD,
  display_name: 'Ada',
  organization_name: 'Acme',
  ...more,
});
const register = (email: string, more: object = {}) =>
  relay.post('/console/register', body(email, more));
const verify = (registration_token: string, otp: string) =>
  relay.post('/console/verify/registration', { registration_token, otp });

describe('register', () => {
  it('makes a pending account and answers with a token and a code', async () => {
    const { status, data } = await register('new@corp.test');
    expect(status).toBe(201);
    expect(data).toEqual({
      registration_token: expect.stringMatching(/^reg_[\w-]{43}$/),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      resend_after_s: 0,
      dev_otp: expect.stringMatching(/^\d{6}$/),
    });
    const login = await relay.post('/console/login', {
      email: 'new@corp.test',
      password: PASSWORD,
    });
    expect([login.status, login.data['code']]).toEqual([403, 'account_pending']);
    const wrong = await relay.post('/console/login', { email: 'new@corp.test', password: 'no' });
    expect([wrong.status, wrong.data['code']]).toEqual([401, 'invalid_credentials']);
  });

  it('activates a registered account, makes its workspace and signs in', async () => {
    const begun = await register('  Ada.Lovelace@Corp.TEST ');
    const { status, data } = await verify(begun.data['registration_token'], begun.data['dev_otp']);
    expect(status).toBe(200);
    expect(data).toEqual({
      console_token: expect.any(String),
      expires_at: expect.any(String),
      account: {
        account_id: expect.any(String),
        email: 'ada.lovelace@corp.test',
        display_name: 'Ada',
        status: 'ACTIVE',
        is_system: false,
        mfa_enabled: true,
        totp_enabled: false,
        created_at: expect.any(String),
      },
      memberships: [{ workspace_id: expect.any(String), workspace_name: 'Acme', role: 'owner' }],
    });
    const account = await relay.get('/console/fetch/account', { token: data['console_token'] });
    expect(account.data['account']).toEqual(data['account']);
  });

  it.each([
    ['is_system', { is_system: true }, 'is_system', 'unknown_field'],
    ['status', { status: 'ACTIVE' }, 'status', 'unknown_field'],
    ['null in a field', { display_name: null }, 'display_name', 'string_base'],
    ['an array in a field', { email: ['a@b.test'] }, 'email', 'string_base'],
    ['an operator object', { email: { ne: '' } }, 'email', 'string_base'],
    ['a number as password', { password: 12345678 }, 'password', 'string_base'],
    ['a short password', { password: 'short' }, 'password', 'string_min'],
    ['a password of 513 bytes', { password: 'é'.repeat(257) }, 'password', 'string_max'],
    ['a Kelvin sign in the address', { email: '\u212Aelvin@corp.test' }, 'email', 'string_email'],
    ['accents in the address', { email: 'ádmin@corp.test' }, 'email', 'string_email'],
    ['a trailing dot', { email: 'a@corp.test.' }, 'email', 'string_email'],
    [
      'a line break in a name',
      { display_name: 'a\r\nBcc: x@y.z' },
      'display_name',
      'string_pattern_invert_base',
    ],
    ['both ways to join', { invite_token: 'inv_x' }, '', 'exactly_one_of'],
    ['no way to join', { organization_name: undefined }, '', 'required'],
  ])('refuses to register %s', async (_what, more, field, code) => {
    const { status, data } = await register('shape@corp.test', more);
    expect([status, data['code']]).toEqual([422, 'invalid_request']);
    expect(data['details']).toContainEqual({ field, code });
  });

  it.each([['null'], ['[]'], ['"text"'], ['7']])(
    'refuses to register with the body %s',
    async (payload) => {
      const answer = await relay.relay.http.inject({
        method: 'POST',
        url: '/api/v1/console/register',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect([answer.statusCode, JSON.parse(answer.payload).data.code]).toEqual([
        422,
        'invalid_request',
      ]);
    },
  );

  it('answers bad JSON at a registration with 400', async () => {
    const { statusCode, payload } = await relay.relay.http.inject({
      method: 'POST',
      url: '/api/v1/console/register',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":',
    });
    expect([statusCode, JSON.parse(payload).data.code]).toEqual([400, 'bad_json']);
  });
});

describe('enumeration', () => {
  it('answers registration alike for unknown, pending and active addresses', async () => {
    await relay.register('active@corp.test');
    await register('pending@corp.test');
    const shapes = [];
    for (const email of ['unknown@corp.test', 'pending@corp.test', 'active@corp.test']) {
      const begun = await register(email);
      const registration_token = begun.data['registration_token'] as string;
      const resent = await relay.post('/console/resend/registration-otp', { registration_token });
      const wrong = await verify(registration_token, '000000');
      shapes.push([
        begun.status,
        Object.keys(begun.data).toSorted(),
        begun.message,
        resent.status,
        Object.keys(resent.data).toSorted(),
        wrong.status,
        wrong.data['code'],
      ]);
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });

  it('accepts no code that was shown for an active address', async () => {
    await relay.register('owner@corp.test');
    const begun = await register('owner@corp.test', { password: 'the attacker chose this' });
    const { status, data } = await verify(begun.data['registration_token'], begun.data['dev_otp']);
    expect([status, data['code']]).toEqual([401, 'otp_invalid']);
    await relay.login('owner@corp.test');
  });
});

describe('attempts to register', () => {
  it('ends an older registration of the same address', async () => {
    const attacker = await register('victim@corp.test', { password: 'the attacker chose this' });
    const victim = await register('victim@corp.test', { organization_name: 'Mine' });
    const late = await verify(attacker.data['registration_token'], attacker.data['dev_otp']);
    expect([late.status, late.data['code']]).toEqual([401, 'challenge_invalid']);

    const crossed = await verify(victim.data['registration_token'], attacker.data['dev_otp']);
    expect(crossed.data['code']).toBe('otp_invalid');
    const right = await verify(victim.data['registration_token'], victim.data['dev_otp']);
    expect(right.data['memberships'][0].workspace_name).toBe('Mine');
    await relay.login('victim@corp.test', PASSWORD);
    const stolen = await relay.post('/console/login', {
      email: 'victim@corp.test',
      password: 'the attacker chose this',
    });
    expect(stolen.data['code']).toBe('invalid_credentials');
  });

  it('ends an old registration code when there is a new one', async () => {
    const begun = await register('resend@corp.test');
    const registration_token = begun.data['registration_token'] as string;
    const resent = await relay.post('/console/resend/registration-otp', { registration_token });
    expect(Object.keys(resent.data).toSorted()).toEqual([
      'dev_otp',
      'expires_at',
      'resend_after_s',
    ]);
    // The two codes are equal once in a million runs.
    if (begun.data['dev_otp'] !== resent.data['dev_otp']) {
      const old = await verify(registration_token, begun.data['dev_otp']);
      expect(old.data['code']).toBe('otp_invalid');
    }
    expect((await verify(registration_token, resent.data['dev_otp'])).status).toBe(200);
  });

  it('ends a registration after five wrong codes and after its code was used', async () => {
    const begun = await register('five@corp.test');
    const token = begun.data['registration_token'] as string;
    const wrong = begun.data['dev_otp'] === '000000' ? '111111' : '000000';
    for (let i = 0; i < 5; i++) {
      expect((await verify(token, wrong)).data['code']).toBe('otp_invalid');
    }
    expect((await verify(token, begun.data['dev_otp'])).data['code']).toBe('challenge_invalid');

    const again = await register('five@corp.test');
    const used = again.data['registration_token'] as string;
    expect((await verify(used, again.data['dev_otp'])).status).toBe(200);
    expect((await verify(used, again.data['dev_otp'])).data['code']).toBe('challenge_invalid');
  });

  it('refuses a registration code after ten minutes and the attempt after an hour', async () => {
    const begun = await register('slow@corp.test');
    const token = begun.data['registration_token'] as string;
    relay.advance(10 * MINUTE);
    expect((await verify(token, begun.data['dev_otp'])).data['code']).toBe('otp_invalid');
    relay.advance(HOUR);
    expect((await verify(token, begun.data['dev_otp'])).data['code']).toBe('challenge_invalid');
  });

  it('refuses a made-up registration token', async () => {
    const { status, data } = await verify('reg_made-up', '123456');
    expect([status, data['code']]).toEqual([401, 'challenge_invalid']);
  });
});
