import { describe, expect, it } from 'vitest';
import { PASSWORD, type Answer } from '../support/console-calls';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';

const relay = useRelay();

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));

function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, data } of answers) {
    const key = status === 200 ? 'ok' : String(data['code']);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function challengeOf(email: string): Promise<{ challenge_token: string; code: string }> {
  const started = await relay.post('/console/login', { email, password: PASSWORD });
  const { challenge_token } = started.data;
  const sent = await relay.post('/console/get/login-otp', { challenge_token });
  return { challenge_token, code: sent.data['dev_otp'] as string };
}

describe('codes in parallel', () => {
  it('evaluates five of 50 parallel guesses at a login', async () => {
    await relay.register('wrong@corp.test');
    const { challenge_token, code } = await challengeOf('wrong@corp.test');
    const guess = code === '000000' ? '111111' : '000000';
    const answers = await times(50, () =>
      relay.post('/console/verify/login-otp', { challenge_token, code: guess }),
    );
    expect(tally(answers)).toEqual({ otp_invalid: 5, challenge_invalid: 45 });
  });

  it('makes one session of 20 parallel right codes', async () => {
    const { accountId } = await relay.register('right@corp.test');
    const challenge = await challengeOf('right@corp.test');
    const answers = await times(20, () => relay.post('/console/verify/login-otp', challenge));
    expect(tally(answers)).toEqual({ ok: 1, challenge_invalid: 19 });
    const sessions = await readSql(
      relay.database,
      'SELECT session_id FROM console_sessions WHERE account_id = ?',
      [accountId],
    );
    expect(sessions).toHaveLength(2); // the registration's, and this one
  });

  it('makes one account and one workspace of 20 parallel registration codes', async () => {
    const begun = await relay.post('/console/register', {
      email: 'once@corp.test',
      password: PASSWORD,
      display_name: 'Ada',
      organization_name: 'Once',
    });
    const { registration_token, dev_otp } = begun.data;
    const answers = await times(20, () =>
      relay.post('/console/verify/registration', { registration_token, otp: dev_otp }),
    );
    expect(tally(answers)).toEqual({ ok: 1, challenge_invalid: 19 });
    const workspaces = await readSql(
      relay.database,
      `SELECT workspace_id FROM workspaces WHERE workspace_name = 'Once'`,
    );
    expect(workspaces).toHaveLength(1);
  });

  it('keeps one of ten parallel registrations of an address', async () => {
    const begun = await times(10, (i) =>
      relay.post('/console/register', {
        email: 'many@corp.test',
        password: PASSWORD,
        display_name: 'Ada',
        organization_name: `Many ${i}`,
      }),
    );
    expect(begun.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const open = await readSql(
      relay.database,
      `SELECT challenge_id FROM challenges WHERE email = 'many@corp.test' AND state = 'open'`,
    );
    expect(open).toHaveLength(1);
    const answers = await times(10, (i) =>
      relay.post('/console/verify/registration', {
        registration_token: begun[i]!.data['registration_token'],
        otp: begun[i]!.data['dev_otp'],
      }),
    );
    expect(tally(answers)).toEqual({ ok: 1, challenge_invalid: 9 });
  });

  it('refuses a right password among more than ten parallel wrong ones', async () => {
    await relay.register('burst@corp.test');
    const login = (password: string) =>
      relay.post('/console/login', { email: 'burst@corp.test', password });
    // The limit of logins that wait for a hash. The right password is compared last.
    const answers = await times(32, (i) => login(i < 31 ? 'wrong password' : PASSWORD));
    expect(tally(answers)).toEqual({ invalid_credentials: 32 });
    const [row] = await readSql<{ failures: number; lock_count: number }>(
      relay.database,
      `SELECT failures, lock_count FROM lockouts WHERE email = 'burst@corp.test'`,
    );
    expect(row).toEqual({ failures: 0, lock_count: 1 });
    expect(tally([await login(PASSWORD)])).toEqual({ invalid_credentials: 1 });
  });
});
