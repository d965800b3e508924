/**
 * The only file that uses `node:crypto`: a runtime with only Web Crypto needs another file like this one and
 * nothing else.
 */
import * as crypto from 'node:crypto';

const KEY_CACHE_SIZE = 1024;

const keys = new Map<string, crypto.KeyObject>();

/** The one-shot form saves a Hash object per call, which matters for bodies of about 1 KiB. */
export const sha256Hex: (bytes: Uint8Array | string) => string =
  typeof crypto.hash === 'function'
    ? (bytes) => crypto.hash('sha256', bytes, 'hex')
    : (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

export function hmacSha256Hex(secret: string, message: string): string {
  return crypto.createHmac('sha256', keyOf(secret)).update(message).digest('hex');
}

const left = Buffer.alloc(32);
const right = Buffer.alloc(32);

/**
 * Compares two SHA-256 values, 32 raw bytes in constant time. They are sent as hex and decoded into permanent
 * buffers: a new Buffer for each digest would cost a third of the whole HMAC.
 */
export function isSameHash(a: string, b: string): boolean {
  const isComplete = left.write(a, 'hex') === 32 && right.write(b, 'hex') === 32;
  return isComplete && crypto.timingSafeEqual(left, right);
}

/** Keeps prepared keys, and drops the oldest first: a server has as many secrets as tenants. */
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
