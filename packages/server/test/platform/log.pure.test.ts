import { expect, it } from 'vitest';
import { SECRET_SETTINGS } from '../../src/config/variables';
import { createLog } from '../../src/platform/log';

function logged(fields: object): string {
  const lines: string[] = [];
  const log = createLog(
    { level: 'trace', isReadable: false, secretFields: SECRET_SETTINGS },
    { write: (line) => void lines.push(line) },
  );
  log.warn(fields, 'something happened');
  return lines.join('');
}

it.each(['password', 'otp', 'token', 'tenant_secret', 'authorization', 'x-admin-key'])(
  'redacts %s, wherever it was logged by mistake',
  (field) => {
    for (const fields of [{ [field]: 'hush-hush' }, { body: { [field]: 'hush-hush' } }]) {
      expect(logged(fields)).not.toContain('hush-hush');
      expect(logged(fields)).toContain('[redacted]');
    }
  },
);

it('redacts the code of a sign-in, and keeps the code of an error', () => {
  expect(logged({ body: { code: '123456' } })).not.toContain('123456');
  const error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(logged({ err: error })).toContain('"code":"ECONNREFUSED"');
});

it('redacts the secret settings, by their names as variables and in code', () => {
  const { masterKey, ...secrets } = {
    MASTER_KEY: 'hush-hush',
    ADMIN_KEY: 'hush-hush',
    masterKey: 'hush-hush',
    adminKey: 'hush-hush',
    AUTHENTICATOR_TENANT_SECRET: 'hush-hush',
  };
  for (const fields of [secrets, { config: { masterKey } }, { masterKey }]) {
    expect(logged(fields)).not.toContain('hush-hush');
  }
});
