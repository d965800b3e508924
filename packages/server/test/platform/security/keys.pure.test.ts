import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKeys } from '../../../src/platform/security/keys';

describe('derived keys', () => {
  it('derives keys of 32 bytes that all differ', () => {
    const keys = Object.values(deriveKeys([randomBytes(32)])).flat();
    expect(keys.map((key) => key.length)).toEqual(keys.map(() => 32));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(keys.length);
  });

  it('derives the same keys for ever, because stored secrets depend on them', () => {
    const keys = deriveKeys([Buffer.alloc(32, 7)]);
    const prefixes = Object.values(keys).map(([key]) => key.toString('hex').slice(0, 8));
    expect(prefixes).toEqual([
      '7c016b6f',
      '11c5c4a4',
      '15650a26',
      '9a70e8e6',
      'af4b332a',
      '0706ab6c',
      '57392ffb',
      'ac4e2168',
      '31770b05',
      '87f6f953',
    ]);
  });

  it('refuses a master key that has not 32 bytes', () => {
    expect(() => deriveKeys([Buffer.alloc(31)])).toThrow(TypeError);
  });
});
