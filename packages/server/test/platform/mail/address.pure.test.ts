import { describe, expect, it } from 'vitest';
import { normalizeEmail } from '../../../src/platform/mail/email-address';
import { maskEmail } from '../../../src/platform/mail/address';

describe('addresses', () => {
  it.each([
    ['  Ada@Corp.COM ', 'ada@corp.com'],
    ["o'neil+tag@a-b.example", "o'neil+tag@a-b.example"],
    ['admin@localhost', 'admin@localhost'],
  ])('reads the e-mail address "%s" as %s', (raw, email) => {
    expect(normalizeEmail(raw)).toBe(email);
  });

  it.each([
    '',
    'a@',
    '@b.test',
    'a b@c.test',
    'a@b@c.test',
    'a@b..test',
    'a@b.test.',
    'a@-b.test',
    '.a@b.test',
    'a..b@c.test',
    'a@b.test\nBcc: x@y.z',
    '"a"@b.test',
    'a@[127.0.0.1]',
    'a,b@c.test',
    'a<b@c.test',
    '\u212A@b.test',
    'ádmin@b.test',
    `${'a'.repeat(65)}@b.test`,
    `a@${'b'.repeat(64)}.test`,
    `a@${'b.'.repeat(130)}test`,
  ])('refuses the e-mail address "%s"', (raw) => {
    expect(normalizeEmail(raw)).toBeNull();
  });

  it('checks an e-mail address of 100 KB quickly', () => {
    const started = performance.now();
    normalizeEmail(`${'a.'.repeat(50_000)}@b.test`);
    normalizeEmail(`${'!'.repeat(500)}@${'a-'.repeat(250)}`);
    expect(performance.now() - started).toBeLessThan(50);
  });

  it('masks an e-mail address but for its first letters', () => {
    expect(maskEmail('alice@corp.com')).toBe('a***@c***.com');
    expect(maskEmail('alice@mail.corp.co.uk')).toBe('a***@m***.uk');
    expect(maskEmail('admin@localhost')).toBe('a***@l***');
  });
});
