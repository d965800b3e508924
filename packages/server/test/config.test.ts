import { describe, expect, it } from 'vitest';
import { ConfigError, misspeltLimits, readConfig } from '../src/config';

const SOUND = {
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
  ADMIN_KEY: 'an-admin-key-for-tests-0123456789abcdef',
};

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

  it('names a folder once in which nothing can be kept', () => {
    expect(namedAsWrong({ DATA_DIR: '/dev/null/data', MASTER_KEY: '', ADMIN_KEY: '' })).toEqual([
      'DATA_DIR',
    ]);
  });

  it('names each limit that there is none of', () => {
    const env = { LIMIT_LOGIN_PER_IP: '5', LIMIT_LOGINS_PER_IP: '5', LIMIT_: '', HOST: '::1' };
    expect(misspeltLimits(env).map((line) => line.split(':', 1)[0])).toEqual([
      'LIMIT_LOGINS_PER_IP',
      'LIMIT_',
    ]);
  });
});
