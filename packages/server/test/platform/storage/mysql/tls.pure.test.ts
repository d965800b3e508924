import { expect, it } from 'vitest';
import { databaseTls } from '../../../../src/platform/storage/mysql/tls';

it.each([
  ['db.example.com', 'verify'],
  ['203.0.113.5', 'verify'],
  ['[2001:db8::5]', 'verify'],
  ['localhost', 'off'],
  ['127.0.0.1', 'off'],
  ['[::1]', 'off'],
  ['10.1.2.3', 'off'],
  ['192.168.1.2', 'off'],
  ['[fd00::1]', 'off'],
  ['[::ffff:10.1.2.3]', 'off'],
  ['mariadb', 'off'],
  ['db.internal', 'off'],
  ['db.internal.example.com', 'verify'],
])('encrypts connections to a host that is not private: %s is %s', (host, mode) => {
  expect(databaseTls(new URL(`mysql://relay@${host}/relay`))).toBe(mode);
  expect(databaseTls(new URL(`mysql://relay@${host}/relay?tls=off`))).toBe('off');
  expect(databaseTls(new URL(`mysql://relay@${host}/relay?tls=verify`))).toBe('verify');
});
