import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config-error';
import { readConfig } from '../../src/config/read-config';
import { configWarnings } from '../../src/config/warnings';
import { TEST_MASTER_KEY } from '../support/master-key';

const [OTHER_KEY, THIRD_KEY] = [0, 1].map(() => randomBytes(32).toString('base64'));
const SOUND = {
  // The repository's own has a key after `npm start`.
  DATA_DIR: tmpdir(),
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
    ['HOST', '::1'],
    ['HOST', '0.0.0.0'],
    ['HOST', 'localhost'],
    ['BASE_URL', 'https://chat.example.com/'],
    ['MAIL_FROM', 'relay@example.com'],
    ['CALLBACKS_IN_FLIGHT', '16'],
    ['DATABASE_URL', 'mysql://relay@203.0.113.5/relay?tls=off'],
    ['DATABASE_URL', 'mysql://relay@db.example.com/relay'],
    ['MAIL_FROM', '"Relay, the" <relay@example.com>'],
    ['MAIL_FROM', 'Relay Inc. <relay@example.com>'],
    ['SMTP_URL', 'smtps://relay%40example.com:p%23ss@mail.example.com?tls.servername=a.test'],
    ['SMTP_URL', 'smtp://mail.example.com:587'],
    ['REDIS_URL', 'rediss://:p%40ss@redis.example.com:6380/1'],
    ['DATABASE_URL', 'mysql://relay:100%25@localhost/relay?charset=utf8mb4'],
  ])('takes %s=%s', (name, value) => {
    expect(namedAsWrong({ [name]: value })).toEqual([]);
  });

  it.each([
    ['MASTER_KEY', Buffer.alloc(32, 7).toString('base64')],
    ['MASTER_KEY', Buffer.from('0123456789abcde'.repeat(3)).subarray(0, 32).toString('base64')],
    ['MASTER_KEY', 'c2hvcnQ='],
    ['MASTER_KEY', `${TEST_MASTER_KEY},${TEST_MASTER_KEY}`],
    ['MASTER_KEY', `${TEST_MASTER_KEY},c2hvcnQ=`],
    ['MASTER_KEY', `${TEST_MASTER_KEY},`],
    ['MASTER_KEY', `${TEST_MASTER_KEY},${OTHER_KEY},${THIRD_KEY}`],
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
  ])('warns in %s mode of %s: %d lines', (mode, baseUrl, lines) => {
    const env = { ...SOUND, ...(mode === 'local' ? {} : PRODUCTION), BASE_URL: baseUrl };
    expect(warningsOf(env)).toHaveLength(lines);
  });

  it('reports every wrong variable at once, each on one line', () => {
    const env = {
      PORT: 'eighty',
      LOG_LEVEL: 'all\nof it',
      TRUSTED_PROXIES: '10.0.0.0/8, 10.0.0.1, x',
      LIMIT_LOGIN_PER_IP: '0',
      AUTHENTICATOR_URL: 'ftp://totp.example.com',
    };
    const named = namedAsWrong(env);
    expect(named.toSorted()).toEqual(
      [
        'AUTHENTICATOR_TENANT_ID',
        'AUTHENTICATOR_TENANT_SECRET',
        ...Object.keys(env).toSorted(),
      ].toSorted(),
    );
  });

  it('names what production needs and does not have', () => {
    expect(() => readConfig({ ENV: 'production' })).toThrow(
      /^MASTER_KEY: is missing.*\nSMTP_URL: is missing.*$/,
    );
    expect(namedAsWrong({ ENV: 'production', SMTP_URL: 'smtp://mail.test' })).toEqual([
      'MAIL_FROM',
    ]);
    expect(namedAsWrong({ ENV: 'production', SMTP_URL: 'mail.test' })).toContain('SMTP_URL');
  });

  it('relaxes the limits per minute in local mode, unless they are set', () => {
    const { limits } = readConfig({ ...SOUND, LIMIT_LOGIN_PER_IP: '7' });
    expect(limits).toMatchObject({
      login_per_ip: 7,
      register_per_ip: 1000,
      open_sockets_per_ip: 200,
      create_session_per_tenant: 60_000,
      firstDay: { invitations_per_workspace_day: 10 },
    });
    const production = readConfig({
      ...SOUND,
      ...PRODUCTION,
      LIMIT_INVITATIONS_PER_WORKSPACE_DAY: '30',
    });
    expect(production.limits).toMatchObject({
      register_per_ip: 10,
      invitations_per_workspace_day: 30,
      firstDay: { invitations_per_workspace_day: 30, invitations_per_account_day: 10 },
    });
  });

  it('keeps the spaces of a password, and of nothing else', () => {
    const config = readConfig({
      ...SOUND,
      SYSTEM_ADMIN_EMAIL: ' root@corp.test ',
      SYSTEM_ADMIN_PASSWORD: ' a long passphrase ',
    });
    expect(config.systemAdmin).toMatchObject({
      email: 'root@corp.test',
      password: ' a long passphrase ',
    });
  });
});

describe('the warning of an unknown setting', () => {
  it.each([
    'LIMIT_LOGINS_PER_IP',
    'LIMIT_',
    'SMTP_HOST',
    'CALLBACK_ALLOWED_CIDRS',
    'SYSTEM_ADMIN_MAIL',
    'AUTHENTICATOR_SECRET',
    'CONSOLE_ORIGIN',
    'OPERATOR_AWAY_S',
    'DATABASE_PASSWORD',
    'REDIS_PASSWORD',
    'MASTER_KEYS',
    'ADMIN_KEY_FILE',
    'MAIL_SENDER',
    'TRUSTED_PROXY',
  ])('warns of the unknown setting %s', (name) => {
    expect(warningsOf({ ...SOUND, [name]: 'x' })).toEqual([`${name}: unknown setting, ignored`]);
  });

  it('does not warn of what other programs set', () => {
    const others = {
      PATH: '/bin',
      HOSTNAME: 'relay-1',
      LOGNAME: 'relay',
      LOG_FORMAT: 'json',
      BASE_PATH: '/',
      DATA_HOME: '/data',
      ENVIRONMENT: 'x',
      SYSTEM_TEAMPROJECT: 'ci',
      REDIS_SERVICE_HOST: '10.0.0.9',
      REDIS_SERVICE_PORT_REDIS: '6379',
      REDIS_PORT: 'tcp://10.0.0.9:6379',
      REDIS_PORT_6379_TCP_ADDR: '10.0.0.9',
      NODE_ENV: 'production',
    };
    expect(warningsOf({ ...SOUND, ...others })).toEqual([]);
  });
});
