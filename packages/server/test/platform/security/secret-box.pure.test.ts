import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { open, seal } from '../../../src/platform/security/secret-box';

const key = [randomBytes(32)] as const;
const aad = 'tenant-1|tenant_secret';

describe('secret box', () => {
  it('opens what it sealed', () => {
    for (const secret of ['', 'ts_abc', 'clé 🔑'])
      expect(open(key, seal(key, secret, aad), aad)).toBe(secret);
  });

  it('seals the same text differently each time, with its version', () => {
    const first = seal(key, 'ts_abc', aad);
    expect(first).toMatch(/^v1\.[\w-]+$/);
    expect(seal(key, 'ts_abc', aad)).not.toBe(first);
  });

  it('refuses to open with another key or at another place', () => {
    const sealed = seal(key, 'ts_abc', aad);
    expect(() => open([randomBytes(32)], sealed, aad)).toThrow();
    expect(() => open(key, sealed, 'tenant-2|tenant_secret')).toThrow();
  });

  it('refuses a text altered at any byte', () => {
    const sealed = seal(key, 'ts_abc', aad);
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let i = 0; i < bytes.length; i += 1) {
      const altered = Buffer.from(bytes);
      altered[i]! ^= 1;
      expect(() => open(key, `v1.${altered.toString('base64url')}`, aad)).toThrow();
    }
  });

  it.each(['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'ts_abc'])('refuses to open %j', (text) => {
    expect(() => open(key, text, aad)).toThrow('not a sealed secret');
  });

  it('refuses a shortened authentication tag', () => {
    const sealed = seal(key, 'ts_abc', aad);
    expect(() => open(key, sealed.slice(0, -8), aad)).toThrow();
  });
});
