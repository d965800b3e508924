import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config-error';
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

describe('the address of files', () => {
  const keys = {
    ATTACHMENTS_ACCESS_KEY_ID: 'AKIA',
    ATTACHMENTS_SECRET_ACCESS_KEY: 'a-secret-of-the-bucket',
  };
  const attachmentsOf = (ATTACHMENTS_URL: string) =>
    readConfig({ ATTACHMENTS_URL, ...keys }).attachments;

  it('is a folder in DATA_DIR, another folder, or a bucket', () => {
    expect(readConfig({ DATA_DIR: '/srv/relay' }).attachments).toEqual({
      folder: '/srv/relay/attachments',
    });
    expect(readConfig({ ATTACHMENTS_URL: 'file:///srv/files' }).attachments).toEqual({
      folder: '/srv/files',
    });
    const signing = { accessKeyId: 'AKIA', secretAccessKey: 'a-secret-of-the-bucket' };
    expect(attachmentsOf('s3://my.files?endpoint=https://s3.test:9000/&region=fr-par')).toEqual({
      bucket: 'my.files',
      endpoint: 'https://s3.test:9000',
      region: 'fr-par',
      ...signing,
    });
    expect(attachmentsOf('s3://files?region=eu-west-3')).toEqual({
      bucket: 'files',
      endpoint: 'https://s3.eu-west-3.amazonaws.com',
      region: 'eu-west-3',
      ...signing,
    });
  });

  it('needs both keys for a bucket, and none for a folder', () => {
    const bucket = { ATTACHMENTS_URL: 's3://files?endpoint=https://s3.test' };
    expect(problemsOf(bucket)).toHaveLength(2);
    expect(problemsOf({ ...bucket, ATTACHMENTS_ACCESS_KEY_ID: 'AKIA' })).toEqual([
      'ATTACHMENTS_SECRET_ACCESS_KEY: is missing, but ATTACHMENTS_URL names a bucket',
    ]);
    expect(problemsOf({ ATTACHMENTS_ACCESS_KEY_ID: 'AKIA' })).toEqual([
      'ATTACHMENTS_ACCESS_KEY_ID: is set, but ATTACHMENTS_URL names no bucket',
    ]);
  });
});

it('refuses half of a scanner', () => {
  expect(problemsOf({ SCAN_URL: 'http://127.0.0.1:8084' })).toEqual([
    'SCAN_SECRET: is missing: SCAN_URL and SCAN_SECRET, or none of them',
  ]);
  expect(problemsOf({ SCAN_SECRET: 'x'.repeat(32) })[0]).toContain('SCAN_URL: is missing');
  expect(problemsOf({ SCAN_URL: 'http://127.0.0.1:8084', SCAN_SECRET: 'short' })).toContain(
    'SCAN_SECRET: must have at least 32 bytes',
  );
});
