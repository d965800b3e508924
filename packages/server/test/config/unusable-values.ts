import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMIT_VARIABLES } from '../../src/config/limits';
import { TEST_MASTER_KEY } from '../support/master-key';

/** A folder with a file and a folder in it; the test removes it. */
export const home = mkdtempSync(join(tmpdir(), 'chat-relay-unusable-'));
const file = join(home, 'letter.txt');
writeFileSync(file, 'Dear visitor');
mkdirSync(join(home, 'folder'));

/** Passwords that are not percent-encoded, between `user:` and `@host`. */
export const PASSWORDS = [
  'pa%ss',
  '100%',
  'pa#ss',
  'pa/ss',
  'pa?ss',
  'pa@ss',
  '12#34',
  '12/34',
  '12?34',
  '%FF',
];
const credentials = (scheme: string, end: string) =>
  PASSWORDS.map((password) => `${scheme}://relay:${password}@host.test${end}`);
const HOSTS = ['a b.test', '*.corp.test', 'a..test', '10.0.0.256', '[::1', '${HOST}', '<host>'];
const at = (scheme: string, end = '') => HOSTS.map((host) => `${scheme}://${host}${end}`);
const NUMBERS = ['-1', '1e3', '10MB', '10k', '1.5', '0x10', '1,000', '1_000', 'ten', '∞'];
const WORDS = ['yes', 'True', '1', 'ON', 'enabled'];
const WEB = [
  'localhost',
  'chat.corp.test',
  '//corp.test',
  'ftp://corp.test',
  'https:corp.test',
  ...at('https'),
];
const SERVICES = [
  ...WEB,
  'https://u:s3cr3t@corp.test',
  'https://corp.test/?a=1',
  'https://corp.test/#a',
  'https://corp.test:0',
];

/** For each setting, values that can be read and cannot work. */
export const UNUSABLE: Record<string, readonly string[]> = {
  ENV: ['prod', 'Production', 'development'],
  HOST: [
    'no such host!',
    'a/b',
    'http://corp.test',
    'localhost:8080',
    '[::1]',
    '10.0.0.256',
    '*',
    'a,b',
  ],
  PORT: [...NUMBERS, '65536', ':8080'],
  BASE_URL: [
    ...SERVICES,
    'https://corp.test/relay',
    'https://corp.test/relay/',
    'https://corp.test//',
  ],
  DATA_DIR: [file, join(file, 'data'), '~/data', '$HOME/data'],
  DATABASE_URL: [
    ...credentials('mysql', '/relay'),
    ...at('mysql', '/relay'),
    'mysql://relay@203.0.113.5/relay',
    'mysql://relay@10.0.0.5/relay?tls=verify',
    'sqlite:',
    'sqlite://relay.sqlite',
    'sqlite::memory:',
    'sqlite:a.sqlite?mode=ro',
    'relay.sqlite',
    `sqlite:${home}/folder`,
    `sqlite:${file}/relay.sqlite`,
    `sqlite:${home}/`,
    'mysql://host.test',
    'mysql://host.test/',
    'mysql://host.test/a/b',
    'mysql://host.test:0/relay',
    'mysql:relay',
    'mysql:///relay',
    'mariadb://host.test/relay',
    'mysql://host.test/my%20relay',
    ...[
      '?tls=yes',
      '?sslmode=require',
      '?ssl-mode=REQUIRED',
      '?ssl=true',
      '?host=b.test',
      '#a',
    ].map((end) => `mysql://host.test/relay${end}`),
  ],
  DATABASE_CA: ['/no/such/authority.pem', file],
  DATABASE_SHARDED: ['yes', 'workspace', 'tenant'],
  ATTACHMENTS_URL: [
    'file:',
    `file:${file}`,
    `file:${file}/files`,
    'file:~/files',
    '/srv/files',
    's3://',
    's3://A_bucket',
    's3://key:s3cr3t@files',
    's3://files/folder',
    's3://files?endpont=https://s3.test',
    's3://files?endpoint=s3.test',
    's3://files?endpoint=https://k:s3cr3t@s3.test',
    's3://files?endpoint=https://a..test',
    's3://files?region=a%20b',
  ],
  ATTACHMENTS_ACCESS_KEY_ID: ['AK IA', 'AK/IA', 'AK,IA', 'ключ', 'x'.repeat(129)],
  ATTACHMENTS_SECRET_ACCESS_KEY: ['x'.repeat(1001)],
  UPLOADS_MIN_FREE_BYTES: NUMBERS,
  SCAN_URL: SERVICES,
  SCAN_SECRET: ['short'],
  REDIS_URL: [
    ...credentials('redis', ''),
    ...at('rediss'),
    'redis:',
    'redis://',
    'host.test:6379',
    'http://host.test',
    'redis://host.test/relay',
    'redis://s3cr3t@host.test',
    'redis://host.test/0/1',
    'redis://host.test?db=1',
    'redis://host.test#1',
    'redis-sentinel://host.test',
    'redis://host.test:0',
    'redis://a.test:6379,b.test:6379',
  ],
  MASTER_KEY: [
    'c2hvcnQ=',
    Buffer.alloc(32, 7).toString('base64'),
    'f'.repeat(64),
    `${TEST_MASTER_KEY},`,
  ],
  ADMIN_KEY: ['short', 'schlüssel'.repeat(5)],
  SYSTEM_ADMIN_EMAIL: ['root', 'root@', 'root@corp..test', 'Root <root@corp.test>'],
  SYSTEM_ADMIN_PASSWORD: ['short', 'x'.repeat(513), 'a long passphrase\r'],
  SYSTEM_ADMIN_DISPLAY_NAME: ['x'.repeat(81), '\u2800'],
  SYSTEM_ADMIN_EMAILS: ['ada@corp.test;bob@corp.test', 'ada', 'ada@corp.test bob@corp.test'],
  CONSOLE_MFA: [...WORDS, 'never'],
  CONSOLE_ORIGINS: [
    '*',
    'corp.test',
    'https://corp.test/console',
    'https://*.corp.test',
    'ws://corp.test',
    'null',
  ],
  CONSOLE: WORDS,
  SMTP_URL: [
    ...credentials('smtp', ''),
    ...at('smtps'),
    'mail.test',
    'smtp:mail.test',
    'smtp://',
    'smtp://mail.test/path',
    'smtp://mail.test#a',
    'smtp://mail.test:465',
    'smtps://mail.test:587',
    'smtps://mail.test:25',
    'smtp://mail.test:0',
    'smtp://relay@mail.test',
  ],
  MAIL_FROM: [
    'not a mail',
    'Relay <relay>, <',
    'Relay <>',
    'Relay, Inc. <relay@corp.test>',
    'Relay relay@corp.test',
    'a@corp.test, b@corp.test',
    'A <a@corp.test>, B <b@corp.test>',
    'Team: a@corp.test',
    'Relay <a@corp.test> x',
    'a@corp <a@corp.test>',
    '"Relay <a@corp.test>',
  ],
  ALLOW_NO_MAIL: ['yes', 'True', '1', 'on', 'TRUE'],
  AUTHENTICATOR_URL: SERVICES,
  AUTHENTICATOR_TENANT_ID: ['acme', '11111111-1111-4111-8111-11111111111A'],
  AUTHENTICATOR_TENANT_SECRET: ['short'],
  LLM_URL: [...SERVICES, 'https://llm.test/v1/chat/completions'],
  LLM_API_KEY: ['ключ', 'x'.repeat(1001)],
  LLM_MODEL: ['"small"'],
  LLM_TIMEOUT_S: [...NUMBERS, '20s', '0', '61'],
  HTTPS_PROXY: [
    ...credentials('http', ''),
    ...at('http'),
    'proxy.test:3128',
    'socks5://proxy.test:1080',
    'http://proxy.test/path',
    'http://relay@proxy.test',
  ],
  HTTP_PROXY: ['proxy.test:3128', 'http://proxy.test?a=1', 'http://proxy.test:0'],
  NO_PROXY: ['http://corp.test', 'a b', '10.0.0.0/8', 'corp.test;b.test'],
  CALLBACK_ALLOW_CIDRS: ['10.0.0.1', '10.0.0.0/33', 'corp.test', '10.0.0.0/8;10.1.0.0/16'],
  CALLBACKS_IN_FLIGHT: [...NUMBERS, '15'],
  TRUSTED_PROXIES: ['10.0.0.1', '10.0.0.0-10.0.0.9', '*', 'true'],
  AUDIT_RETENTION_DAYS: [...NUMBERS, '0', '400d'],
  OPERATOR_AWAY_RELEASE_S: [...NUMBERS, '0', '5m'],
  WAITING_MAIL_AFTER_S: [...NUMBERS, '9', '2m'],
  LOG_LEVEL: ['INFO', 'verbose', 'warning'],
  ...Object.fromEntries(Object.keys(LIMIT_VARIABLES).map((name) => [name, [...NUMBERS, '0']])),
};
/** Values that the rule of all limits takes. */
export const UNUSABLE_LIMITS: [string, string][] = [
  ['LIMIT_BODY_ACCOUNT_BYTES', '100'],
  ['LIMIT_BODY_TENANT_BYTES', '1000000000'],
  ['LIMIT_TRANSFER_GRACE_S', '2147484'],
  ['LIMIT_TRANSFER_BYTES_PER_S', '1'],
];
