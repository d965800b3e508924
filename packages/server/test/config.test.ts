import { describe, expect, it } from 'vitest';
import { ConfigError, configWarnings, readConfig } from '../src/config';
import { TEST_MASTER_KEY } from './support/master-key';

const SOUND = {
  MASTER_KEY: TEST_MASTER_KEY,
  ADMIN_KEY: 'an-admin-key-for-tests-0123456789abcdef',
};

const PRODUCTION = { ENV: 'production', ALLOW_NO_MAIL: 'true' };

const warningsOf = (env: Record<string, string>): string[] => configWarnings(env, readConfig(env));

/** The variables that are named as wrong, one a line. */
function namedAsWrong(env: Record<string, string>): string[] {
  try {
    readConfig({ ...SOUND, ...env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.split(':', 1)[0] ?? '');
  }
}

describe('the configuration', () => {
  it.each([
    ['HOST', 'no such host!'],
    ['HOST', 'a/b'],
    ['BASE_URL', 'https://user:password@chat.example.com'],
    ['BASE_URL', 'https://chat.example.com/?a=1'],
    ['BASE_URL', 'https://chat.example.com/#a'],
    ['MAIL_FROM', 'not a mail'],
    ['MAIL_FROM', 'Relay <relay>, <'],
    ['MAIL_FROM', 'Relay <>'],
    ['CALLBACKS_IN_FLIGHT', '15'],
    ['CALLBACKS_IN_FLIGHT', 'many'],
  ])('refuses %s=%s', (name, value) => {
    expect(namedAsWrong({ [name]: value })).toEqual([name]);
  });

  it.each([
    ['HOST', '::1'],
    ['HOST', '0.0.0.0'],
    ['HOST', 'localhost'],
    ['BASE_URL', 'https://chat.example.com/relay/'],
    ['MAIL_FROM', 'relay@example.com'],
    ['CALLBACKS_IN_FLIGHT', '16'],
    ['MAIL_FROM', '"Relay, the" <relay@example.com>'],
  ])('takes %s=%s', (name, value) => {
    expect(namedAsWrong({ [name]: value })).toEqual([]);
  });

  it.each([
    ['MASTER_KEY', Buffer.alloc(32, 7).toString('base64')],
    ['MASTER_KEY', Buffer.from('0123456789abcde'.repeat(3)).subarray(0, 32).toString('base64')],
    ['MASTER_KEY', 'c2hvcnQ='],
  ])('refuses a %s that is not random, in every mode: %s', (name, value) => {
    expect(namedAsWrong({ [name]: value })).toEqual([name]);
    expect(namedAsWrong({ ...PRODUCTION, [name]: value })).toEqual([name]);
  });

  it.each(['password1', 'administrator2026', 'root@example.com'])(
    'refuses %s as the super-admin’s password in production',
    (password) => {
      const seed = { SYSTEM_ADMIN_EMAIL: 'root@example.com', SYSTEM_ADMIN_PASSWORD: password };
      expect(namedAsWrong({ ...PRODUCTION, ...seed })).toEqual(['SYSTEM_ADMIN_PASSWORD']);
      expect(namedAsWrong(seed)).toEqual([]);
    },
  );

  it.each([
    ['production', 'http://chat.example.com', 1],
    ['production', 'http://93.184.216.34:8080', 1],
    ['production', 'https://chat.example.com', 0],
    ['production', 'http://127.0.0.1:8080', 0],
    ['production', 'http://10.1.2.3', 0],
    ['production', 'http://localhost:8080', 0],
    ['production', 'http://relay', 0],
    ['local', 'http://chat.example.com', 0],
  ])('in %s mode warns of %s: %d lines', (mode, baseUrl, lines) => {
    const env = { ...SOUND, ...(mode === 'local' ? {} : PRODUCTION), BASE_URL: baseUrl };
    expect(warningsOf(env)).toHaveLength(lines);
  });

  it('names each limit that there is none of', () => {
    const env = { LIMIT_LOGIN_PER_IP: '5', LIMIT_LOGINS_PER_IP: '5', LIMIT_: '', HOST: '::1' };
    expect(warningsOf({ ...SOUND, ...env }).map((line) => line.split(':', 1)[0])).toEqual([
      'LIMIT_LOGINS_PER_IP',
      'LIMIT_',
    ]);
  });
});
