import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/platform/clock';
import { PASSWORD, type Answer } from '../support/console-calls';
import { readSql } from '../support/direct-sql';
import { startRelay, useRelay } from '../support/relay';
import { TEST_MASTER_KEY } from '../support/master-key';

const seed = { email: 'root@corp.test', password: 'a long enough secret', displayName: 'Root' };
const relay = useRelay({
  env: { SYSTEM_ADMIN_EMAIL: seed.email, SYSTEM_ADMIN_PASSWORD: seed.password },
});

const outcome = ({ status, data }: Answer) => [status, data['code'] ?? data['outcome']];
const withKey = (ip = '127.0.0.1', key = relay.adminKey) => ({
  ip,
  headers: { 'x-admin-key': key },
});
const bootstrap = (body: object) => relay.post('/console/bootstrap/system-admin', body, withKey());
const change = (verb: 'promote' | 'demote', email: string) =>
  relay.post(`/console/${verb}/console-admin?email=${email}`, undefined, withKey());
const admins = async () =>
  (
    await readSql<{ email: string }>(
      relay.database,
      'SELECT email FROM accounts WHERE is_system = 1 ORDER BY email',
    )
  ).map(({ email }) => email);

describe('bootstrap', () => {
  it('makes one super-admin of five requests at once', async () => {
    const body = { email: 'first@corp.test', password: 'a long enough secret' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => bootstrap(body)));
    expect(answers.map(({ data }) => String(data['outcome'])).toSorted()).toEqual([
      'created',
      ...Array(4).fill('unchanged'),
    ]);
    expect(await admins()).toEqual([body.email, seed.email]);
    await change('demote', body.email);
  });

  it('makes the configured super-admin at the start', async () => {
    const { data } = await relay.login(seed.email, seed.password);
    expect(data['account']).toMatchObject({ is_system: true, status: 'ACTIVE' });
  });

  it('bootstraps the configured super-admin where the body names none', async () => {
    expect(outcome(await bootstrap({}))).toEqual([200, 'unchanged']);
  });

  it('promotes an existing account in place and keeps its password', async () => {
    await relay.register('second@corp.test');
    const body = { email: 'second@corp.test', password: 'another password' };
    const { status, data } = await bootstrap(body);
    expect([status, data['outcome'], data['account'].is_system]).toEqual([200, 'promoted', true]);
    await relay.login('second@corp.test', PASSWORD);
    const wrong = await relay.post('/console/login', body);
    expect(outcome(wrong)).toEqual([401, 'invalid_credentials']);
  });

  it('ignores an unconfirmed registration of a new super-admin', async () => {
    const begun = await relay.post('/console/register', {
      email: 'early@corp.test',
      password: 'the attacker chose this',
      display_name: 'Mallory',
      organization_name: 'Evil',
    });
    const body = { email: 'early@corp.test', password: 'the operator chose this' };
    expect(outcome(await bootstrap(body))).toEqual([200, 'created']);
    const late = await relay.post('/console/verify/registration', {
      registration_token: begun.data['registration_token'],
      otp: begun.data['dev_otp'],
    });
    expect(outcome(late)).toEqual([401, 'challenge_invalid']);
    await relay.login('early@corp.test', 'the operator chose this');
    await change('demote', 'early@corp.test');
  });

  it.each([
    [{ email: 'x@corp.test' }],
    [{ email: 'x', password: PASSWORD }],
    [{ email: 'x@corp.test', password: 'short' }],
    [{ email: 'x@corp.test', password: PASSWORD, is_system: true }],
  ])('refuses to bootstrap a super-admin with the body %j', async (body) => {
    expect(outcome(await bootstrap(body))).toEqual([422, 'invalid_request']);
  });
});

describe('promote and demote', () => {
  it('promotes and demotes an active account, also when repeated', async () => {
    await relay.register('third@corp.test');
    for (let i = 0; i < 2; i++) {
      const { status, data } = await change('promote', 'third@corp.test');
      expect([status, data['account'].is_system]).toEqual([200, true]);
    }
    for (let i = 0; i < 2; i++) {
      const { status, data } = await change('demote', 'THIRD@corp.test');
      expect([status, data['account'].is_system]).toEqual([200, false]);
    }
  });

  it('refuses to promote unknown and pending accounts', async () => {
    expect(outcome(await change('promote', 'nobody@corp.test'))).toEqual([404, 'not_found']);
    expect(outcome(await change('demote', 'nobody@corp.test'))).toEqual([404, 'not_found']);
    expect(outcome(await change('promote', 'not-an-address'))).toEqual([422, 'invalid_request']);
    await relay.post('/console/register', {
      email: 'pending@corp.test',
      password: PASSWORD,
      display_name: 'Ada',
      organization_name: 'Acme',
    });
    expect(outcome(await change('promote', 'pending@corp.test'))).toEqual([
      409,
      'account_not_active',
    ]);
  });

  it('never demotes the last super-admin, also in parallel', async () => {
    for (let i = 0; i < 6; i++) {
      await relay.register(`admin${i}@corp.test`);
      await change('promote', `admin${i}@corp.test`);
    }
    const all = await admins();
    const answers = await Promise.all(all.map((email) => change('demote', email)));
    const refused = answers.filter(({ status }) => status !== 200).map(outcome);
    expect(refused).toEqual([[409, 'last_system_admin']]);
    expect(await admins()).toHaveLength(1);
  });
});

describe('the admin key', () => {
  it('refuses the right admin key after five wrong ones from an address', async () => {
    const ip = '203.0.113.9';
    const promote = (options: object) =>
      relay.post('/console/promote/console-admin?email=nobody@corp.test', undefined, options);
    expect(outcome(await promote({ ip }))).toEqual([401, 'invalid_admin_key']);
    for (let i = 0; i < 4; i++) {
      expect(outcome(await promote(withKey(ip, `wrong ${i}`)))).toEqual([401, 'invalid_admin_key']);
    }
    for (const key of ['wrong', relay.adminKey]) {
      const { status, data } = await promote(withKey(ip, key));
      expect([status, data['code']]).toEqual([429, 'too_many_attempts']);
      expect(data['retry_after_s']).toBeLessThanOrEqual((15 * MINUTE) / 1000);
    }
    expect(outcome(await promote(withKey('203.0.113.10')))).toEqual([404, 'not_found']);
  });

  it('evaluates five of 30 parallel guesses at the admin key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        relay.post('/console/bootstrap/system-admin', {}, withKey('203.0.113.11', `guess ${i}`)),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  it('counts wrong admin keys of an IPv6 /64 together', async () => {
    const guess = (i: number) =>
      relay.post('/console/bootstrap/system-admin', {}, withKey(`2001:db8:1:2::${i}`, 'wrong'));
    for (let i = 1; i <= 5; i++) expect((await guess(i)).status).toBe(401);
    expect((await guess(6)).status).toBe(429);
  });

  it("hides the admin key's routes where it is unset", async () => {
    const without = await startRelay({
      env: {
        ENV: 'production',
        MASTER_KEY: TEST_MASTER_KEY,
        ADMIN_KEY: '',
        ALLOW_NO_MAIL: 'true',
      },
    });
    const { status, data } = await without.post('/console/bootstrap/system-admin', {});
    expect([status, data['code']]).toEqual([404, 'not_found']);
    await without.stop();
  });

  it("keeps changes of super-admins in the platform's audit log", async () => {
    const rows = await readSql<{ action: string }>(
      relay.database,
      'SELECT DISTINCT action FROM audit_entries WHERE workspace_id IS NULL ORDER BY action',
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'system_admin.created',
      'system_admin.demoted',
      'system_admin.promoted',
    ]);
  });
});
