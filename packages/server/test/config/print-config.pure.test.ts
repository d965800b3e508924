import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config-error';
import { printConfig } from '../../src/config/print-config';
import { VARIABLES } from '../../src/config/variables';
import { TEST_MASTER_KEY } from '../support/master-key';

const printed = (env: Record<string, string>): Record<string, unknown> =>
  JSON.parse(printConfig(env)) as Record<string, unknown>;

it('prints every variable as text, number or null', () => {
  const settings = printed({ PORT: '8081', DATA_DIR: '/srv/relay' });
  expect(Object.keys(settings)).toEqual(Object.keys(VARIABLES));
  expect(settings).toMatchObject({
    ENV: 'local',
    HOST: '127.0.0.1',
    PORT: 8081,
    BASE_URL: 'http://127.0.0.1:8081',
    DATA_DIR: '/srv/relay',
    DATABASE_URL: 'sqlite:/srv/relay/relay.sqlite',
    REDIS_URL: null,
    SYSTEM_ADMIN_EMAILS: null,
    CONSOLE_ORIGINS: 'http://127.0.0.1:8081',
    TRUSTED_PROXIES: null,
    AUDIT_RETENTION_DAYS: 400,
    OPERATOR_AWAY_RELEASE_S: 300,
    LIMIT_LOGIN_PER_IP: 2000,
    LIMIT_OPEN_SOCKETS_PER_IP: 200,
  });
});

it('prints no secret, alone or in an address', () => {
  const secrets = {
    MASTER_KEY: TEST_MASTER_KEY,
    ADMIN_KEY: 'an-admin-key-for-tests-0123456789abcdef',
    SYSTEM_ADMIN_PASSWORD: 's3cret passphrase',
    AUTHENTICATOR_TENANT_SECRET: 's3cret'.repeat(6),
    ATTACHMENTS_SECRET_ACCESS_KEY: 's3cret of a bucket',
  };
  const settings = printed({
    ENV: 'production',
    ...secrets,
    SYSTEM_ADMIN_EMAIL: 'root@corp.test',
    AUTHENTICATOR_URL: 'https://totp.test',
    AUTHENTICATOR_TENANT_ID: '11111111-1111-4111-8111-111111111111',
    ATTACHMENTS_URL: 's3://files?endpoint=https://s3.test',
    ATTACHMENTS_ACCESS_KEY_ID: 'AKIA',
    DATABASE_URL: 'mysql://relay:s3cret@db.test:3306/relay',
    REDIS_URL: 'redis://:s3cret@redis.test:6379',
    SMTP_URL: 'smtps://relay:s3cret@mail.test',
    MAIL_FROM: 'Chat <chat@corp.test>',
  });
  for (const name of Object.keys(secrets)) expect(settings[name], name).toBe('set');
  expect(settings).toMatchObject({
    DATABASE_URL: 'mysql://relay:***@db.test:3306/relay',
    REDIS_URL: 'redis://:***@redis.test:6379',
    SMTP_URL: 'smtps://relay:***@mail.test',
    MAIL_FROM: 'Chat <chat@corp.test>',
    ATTACHMENTS_URL: 's3://files?endpoint=https://s3.test',
    LIMIT_LOGIN_PER_IP: 20,
  });
  expect(JSON.stringify(settings)).not.toContain('s3cret');
});

it('shows a key that local mode makes as generated, and makes none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-print-'));
  const dataDir = join(folder, 'data');
  const settings = printed({ DATA_DIR: dataDir });
  expect(settings).toMatchObject({ MASTER_KEY: 'generated', ADMIN_KEY: 'generated' });
  expect(existsSync(dataDir)).toBe(false);
  rmSync(folder, { recursive: true });
  const production = { ENV: 'production', ALLOW_NO_MAIL: 'true', MASTER_KEY: TEST_MASTER_KEY };
  expect(printed(production)).toMatchObject({ MASTER_KEY: 'set', ADMIN_KEY: null });
});

it('refuses a wrong configuration as a start does', () => {
  expect(() => printed({ PORT: 'abc' })).toThrow(ConfigError);
});
