import { createHmac, randomInt } from 'node:crypto';
import type { KeyRing } from './keys';
import { safeEqual } from './tokens';

const DIGITS = 6;

export function newCode(): string {
  return randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, '0');
}

/**
 * The stored form of a code. A million codes can be hashed in a moment, so only the pepper, which is not in the
 * database, protects them. Purpose and attempt bind a code to its request.
 */
export function codeHmac(
  [pepper]: KeyRing,
  purpose: string,
  attemptId: string,
  code: string,
): string {
  return hmac(pepper, purpose, attemptId, code);
}

function hmac(pepper: Buffer, purpose: string, attemptId: string, code: string): string {
  return createHmac('sha256', pepper).update(`${purpose}\0${attemptId}\0${code}`).digest('hex');
}

/** Whether `code` is the stored one for this purpose and attempt. */
export function matches(
  stored: string,
  peppers: KeyRing,
  purpose: string,
  attemptId: string,
  code: string,
): boolean {
  return peppers.some((pepper) => safeEqual(stored, hmac(pepper, purpose, attemptId, code)));
}
