/**
 * The only file that touches `node:crypto`: a runtime that has Web Crypto alone needs another file
 * like this one and nothing else.
 */
import * as crypto from 'node:crypto';

const KEY_CACHE_SIZE = 1024;

const keys = new Map<string, crypto.KeyObject>();

/** The one-shot form saves a Hash object a call, which is felt on bodies of about 1 KiB. */
export const sha256Hex: (bytes: Uint8Array | string) => string =
  typeof crypto.hash === 'function'
    ? (bytes) => crypto.hash('sha256', bytes, 'hex')
    : (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

export function hmacSha256(secret: string, message: string): Uint8Array {
  return crypto.createHmac('sha256', keyOf(secret)).update(message).digest();
}

export function hmacSha256Hex(secret: string, message: string): string {
  return crypto.createHmac('sha256', keyOf(secret)).update(message).digest('hex');
}

/** Both sides must have the same length. */
export function isEqualInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  return crypto.timingSafeEqual(a, b);
}

export function bytesOfHex(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex');
}

/** Prepared keys are kept, the oldest leaving first: a server holds as many secrets as tenants. */
function keyOf(secret: string): crypto.KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('a secret must be a non-empty string');
  }

  const key = crypto.createSecretKey(secret, 'utf8');
  for (const oldest of keys.keys()) {
    if (keys.size < KEY_CACHE_SIZE) break;
    keys.delete(oldest);
  }
  keys.set(secret, key);
  return key;
}
