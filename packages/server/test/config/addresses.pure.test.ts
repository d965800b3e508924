import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config';
import { readConfig } from '../../src/config/read-config';
import { TEST_MASTER_KEY } from '../support/master-key';

const SECRETS = {
  MASTER_KEY: TEST_MASTER_KEY,
  ADMIN_KEY: 'an-admin-key-for-tests-0123456789abcdef',
};

const read = (env: Record<string, string>) => readConfig({ ...SECRETS, ...env });

function problemsOf(env: Record<string, string>): string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('configured e-mail addresses', () => {
  it('keeps configured addresses in the form that a login compares with', () => {
    const config = read({
      SYSTEM_ADMIN_EMAIL: ' Root@Corp.TEST ',
      SYSTEM_ADMIN_PASSWORD: 'a long enough passphrase',
      SYSTEM_ADMIN_EMAILS: 'Ada@corp.test, ,BOB@corp.test',
    });
    expect(config.systemAdmin?.email).toBe('root@corp.test');
    expect(config.systemAdminEmails).toEqual(['ada@corp.test', 'bob@corp.test']);
  });

  it.each([
    'root',
    'root@corp..test',
    '.root@corp.test',
    'ro..ot@corp.test',
    'root@corp.test.',
    'ro,ot@-corp.test',
    '\u212Aim@corp.test',
  ])('refuses %j, with which no one could sign in', (email) => {
    expect(
      problemsOf({
        SYSTEM_ADMIN_EMAIL: email,
        SYSTEM_ADMIN_PASSWORD: 'a long enough passphrase',
      }),
    ).toEqual(['SYSTEM_ADMIN_EMAIL: is not an e-mail address']);
    expect(problemsOf({ SYSTEM_ADMIN_EMAILS: `ada@corp.test,${email}` })).not.toEqual([]);
  });

  it('names the missing variable next to a wrong address', () => {
    expect(problemsOf({ SYSTEM_ADMIN_PASSWORD: 'a long enough passphrase' })[0]).toContain(
      'SYSTEM_ADMIN_EMAIL: is missing',
    );
    expect(problemsOf({ SYSTEM_ADMIN_EMAIL: 'root@corp.test' })[0]).toContain(
      'SYSTEM_ADMIN_PASSWORD: is missing',
    );
  });
});

it('refuses an authenticator tenant that no signature header can carry', () => {
  const env = {
    AUTHENTICATOR_URL: 'http://127.0.0.1:9',
    AUTHENTICATOR_TENANT_SECRET: 'x'.repeat(32),
  };
  expect(problemsOf({ ...env, AUTHENTICATOR_TENANT_ID: 'acme' })).toEqual([
    'AUTHENTICATOR_TENANT_ID: must be a UUID in lower case',
  ]);
});
