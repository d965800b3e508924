import { expect, it } from 'vitest';
import { createLog } from '../src/log';

function logged(fields: object): string {
  const lines: string[] = [];
  const log = createLog(
    { level: 'trace', isReadable: false },
    { write: (line) => void lines.push(line) },
  );
  log.warn(fields, 'something happened');
  return lines.join('');
}

it.each(['password', 'otp', 'token', 'tenant_secret', 'authorization', 'x-admin-key'])(
  'takes out %s, wherever it was passed by mistake',
  (field) => {
    for (const fields of [{ [field]: 'hush-hush' }, { body: { [field]: 'hush-hush' } }]) {
      expect(logged(fields)).not.toContain('hush-hush');
      expect(logged(fields)).toContain('[redacted]');
    }
  },
);

it('takes out the code that somebody signed in with, and keeps the code of an error', () => {
  expect(logged({ body: { code: '123456' } })).not.toContain('123456');
  const error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(logged({ err: error })).toContain('"code":"ECONNREFUSED"');
});
