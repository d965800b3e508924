import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UserIdError, userSignature } from '../../src/index';
import { isForgeableUserId, sha256Hex, signatureOf } from '../../src/signature';
import { NOW_MS, SECRET } from '../fixtures';

const HASH = sha256Hex('{}');

function codeOf(userId: string): string {
  try {
    return userSignature(SECRET, userId);
  } catch (error) {
    if (error instanceof UserIdError) return error.code;
    throw error;
  }
}

describe('userSignature', () => {
  it.each(['customer-42', 'zoë', '42', '1767225600000'])('signs %s with HMAC-SHA256', (userId) => {
    const expected = createHmac('sha256', SECRET).update(userId).digest('hex');
    expect(userSignature(SECRET, userId)).toBe(expected);
  });

  it.each([
    `${NOW_MS}.${HASH}`,
    `1.${HASH}`,
    `${'9'.repeat(40)}.${HASH}`,
    `${NOW_MS}.${HASH.toUpperCase()}`,
  ])('refuses %s: its signature would be that of a callback', (userId) => {
    expect(codeOf(userId)).toBe('user_id_forgeable');
    expect(isForgeableUserId(userId)).toBe(true);
  });

  it.each([`${NOW_MS}.${HASH.slice(1)}`, `a1.${HASH}`, HASH, `${NOW_MS}.${HASH}x`, 'x@y.example'])(
    'lets %s pass',
    (userId) => {
      expect(isForgeableUserId(userId)).toBe(false);
      expect(codeOf(userId)).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  it('a forgeable user id would get a callback signature', () => {
    const forged = createHmac('sha256', SECRET).update(`${NOW_MS}.${HASH}`).digest('hex');
    expect(signatureOf({ secret: SECRET, timestampMs: NOW_MS, bodySha256: HASH })).toBe(forged);
  });

  it('accepts a user id of 1 to 128 bytes, not characters', () => {
    expect(codeOf('')).toBe('user_id_empty');
    expect(codeOf('é'.repeat(64))).toMatch(/^[0-9a-f]{64}$/);
    expect(codeOf(`${'é'.repeat(64)}a`)).toBe('user_id_too_long');
  });

  it('refuses a missing secret or another type as a mistake of the programmer', () => {
    expect(() => userSignature('', 'a')).toThrow(TypeError);
    expect(() => userSignature(undefined as never, 'a')).toThrow(TypeError);
    expect(() => userSignature(SECRET, 42 as never)).toThrow(TypeError);
  });
});
