import { createHmac, randomInt } from 'node:crypto';
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
export function codeHmac(pepper: Buffer, purpose: string, attemptId: string, code: string): string {
  return createHmac('sha256', pepper).update(`${purpose}\0${attemptId}\0${code}`).digest('hex');
}

/** Whether `code` has the stored `hmac` for this purpose and attempt. */
export function matches(
  hmac: string,
  pepper: Buffer,
  purpose: string,
  attemptId: string,
  code: string,
): boolean {
  return safeEqual(hmac, codeHmac(pepper, purpose, attemptId, code));
}
