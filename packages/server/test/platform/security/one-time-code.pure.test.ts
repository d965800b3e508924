import { describe, expect, it } from 'vitest';
import { codeHmac, matches, newCode } from '../../../src/platform/security/one-time-code';

const pepper = [Buffer.alloc(32, 1)] as const;

describe('one-time codes', () => {
  it('makes codes of six digits, with leading zeros, over the whole range', () => {
    const codes = Array.from({ length: 5000 }, newCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes.map((code) => code[0])).size).toBe(10);
  });

  it('accepts a code only with its own pepper, purpose and attempt', () => {
    const stored = codeHmac(pepper, 'login', 'attempt-1', '012345');
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    expect(matches(stored, pepper, 'login', 'attempt-1', '012345')).toBe(true);
    expect(matches(stored, pepper, 'login', 'attempt-1', '012346')).toBe(false);
    expect(matches(stored, pepper, 'login', 'attempt-2', '012345')).toBe(false);
    expect(matches(stored, pepper, 'registration', 'attempt-1', '012345')).toBe(false);
    expect(matches(stored, [Buffer.alloc(32, 2)], 'login', 'attempt-1', '012345')).toBe(false);
  });

  it('accepts no code whose parts are divided elsewhere', () => {
    expect(codeHmac(pepper, 'login', 'a1', '23456')).not.toBe(
      codeHmac(pepper, 'login', 'a', '123456'),
    );
  });
});
