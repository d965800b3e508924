import { createHmac, randomInt } from 'node:crypto';
import { safeEqual } from './tokens';

const DIGITS = 6;

export function newCode(): string {
  return randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, '0');
}

/**
 * What is stored of a code. A million codes are hashed in a moment, so only the pepper, which is
 * not in the database, protects them; purpose and attempt tie a code to where it was asked for.
 */
export function codeHmac(pepper: Buffer, purpose: string, attemptId: string, code: string): string {
  return createHmac('sha256', pepper).update(`${purpose}\0${attemptId}\0${code}`).digest('hex');
}

/** Whether `code` is the one stored as `hmac` for this purpose and attempt. */
export function matches(
  hmac: string,
  pepper: Buffer,
  purpose: string,
  attemptId: string,
  code: string,
): boolean {
  return safeEqual(hmac, codeHmac(pepper, purpose, attemptId, code));
}
