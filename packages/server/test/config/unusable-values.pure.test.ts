import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config-error';
import { readConfig } from '../../src/config/read-config';
import type { Variable } from '../../src/platform/settings/variable';
import { VARIABLES } from '../../src/config/variables';
import { TEST_MASTER_KEY } from '../support/master-key';
import { home, PASSWORDS, UNUSABLE, UNUSABLE_LIMITS } from './unusable-values';

afterAll(() => rmSync(home, { recursive: true }));

const SECRET = 'an-admin-key-for-tests-0123456789abcdef';
const SOUND = { MASTER_KEY: TEST_MASTER_KEY, ADMIN_KEY: SECRET };
const ADMIN = { SYSTEM_ADMIN_EMAIL: 'root@corp.test', SYSTEM_ADMIN_PASSWORD: 'a long passphrase' };
const AUTHENTICATOR = {
  AUTHENTICATOR_URL: 'https://totp.test',
  AUTHENTICATOR_TENANT_ID: '11111111-1111-4111-8111-111111111111',
  AUTHENTICATOR_TENANT_SECRET: SECRET,
};
const MODEL = { LLM_URL: 'https://llm.test/v1', LLM_API_KEY: 'key', LLM_MODEL: 'small' };
const EMBEDDINGS = {
  EMBEDDINGS_URL: 'https://embeddings.test/v1',
  EMBEDDINGS_API_KEY: 'key',
  EMBEDDINGS_MODEL: 'small',
};
const SCANNER = { SCAN_URL: 'https://scan.test', SCAN_SECRET: SECRET };
const BUCKET = {
  ATTACHMENTS_URL: 's3://files?endpoint=https://s3.test',
  ATTACHMENTS_ACCESS_KEY_ID: 'AKIA',
  ATTACHMENTS_SECRET_ACCESS_KEY: 'a-secret',
};
/** Settings that must be set together. A line about an incomplete group must not hide the line about a wrong value. */
const GROUPS = [ADMIN, AUTHENTICATOR, MODEL, EMBEDDINGS, SCANNER, BUCKET];

const isSecret = (name: string) => (VARIABLES as Record<string, Variable>)[name]?.isSecret === true;

/** The lines that a start with this value prints. All other settings of its group are valid. */
function linesOf(name: string, value: string): string[] {
  const group = GROUPS.find((each) => Object.hasOwn(each, name)) ?? {};
  try {
    readConfig({ ...SOUND, ...group, [name]: value });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** Whether exactly one line reports the setting, without showing a password. */
function isRefused(name: string, value: string): boolean {
  const lines = linesOf(name, value);
  const text = lines.join('\n');
  const password = /:([^:@]+)@/.exec(value)?.[1];
  return (
    lines.length === 1 &&
    text.startsWith(`${name}: `) &&
    text.split('\n').length === 1 &&
    !text.includes('s3cr3t') &&
    !(password !== undefined && PASSWORDS.includes(password) && text.includes(password)) &&
    !(isSecret(name) && text.includes(value))
  );
}

describe('a value that can be read and cannot work', () => {
  it('is known for every setting', () => {
    expect(Object.keys(UNUSABLE).toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
    expect(Object.entries(UNUSABLE).filter(([, values]) => values.length === 0)).toEqual([]);
  });

  it.each(Object.entries(UNUSABLE))(
    'refuses each unusable value of %s in one line',
    (name, values) => {
      expect(values.filter((value) => !isRefused(name, value))).toEqual([]);
    },
  );

  it.each(UNUSABLE_LIMITS)('refuses %s=%s, with which nothing would be served', (name, value) => {
    expect(isRefused(name, value)).toBe(true);
  });

  it.each(Object.keys(VARIABLES))(
    'refuses a %s that has kept its quotes, a control or an unseen character',
    (name) => {
      const sound = [...GROUPS, SOUND].map((group) => (group as Record<string, string>)[name]);
      const value = sound.find((each) => each !== undefined) ?? '1';
      const values = [
        `"${value}"`,
        `'${value}'`,
        `a\n${value}`,
        `a\u200b${value}`,
        `${value}\u200b${value}`,
      ];
      expect(values.filter((each) => !isRefused(name, each))).toEqual([]);
    },
  );

  it('takes blanks and a carriage return at the end of a line', () => {
    const { port, mailFrom } = readConfig({
      ...SOUND,
      PORT: '8081\r',
      MAIL_FROM: ' a@corp.test \r\n',
    });
    expect({ port, mailFrom }).toEqual({ port: 8081, mailFrom: 'a@corp.test' });
  });
});
