import { hkdfSync } from 'node:crypto';

export const KEY_BYTES = 32;
/** Random keys have fewer once in 10^15. */
const MIN_DISTINCT_BYTES = 16;

/** The master key as configured; the problem says what is wrong with it. */
export function parseMasterKey(
  text: string,
): { key: Buffer; problem: null } | { key: null; problem: string } {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES || !/^[A-Za-z0-9+/]{43}=?$/.test(text)) {
    return { key: null, problem: 'must be exactly 32 bytes, written as base64' };
  }
  if (new Set(key).size < MIN_DISTINCT_BYTES) {
    return { key: null, problem: 'must be random: make one with `openssl rand -base64 32`' };
  }
  return { key, problem: null };
}

/** One key per use: a key that leaks through one use decrypts nothing else. */
export interface Keys {
  consoleJwt: Buffer;
  visitorJwt: Buffer;
  tenantSecret: Buffer;
  otpPepper: Buffer;
  /** Encrypts queued mails: they contain codes. */
  mail: Buffer;
  /** Encrypts the text that identifies the database. */
  check: Buffer;
  /** Hashes the network addresses from which accounts have signed in. */
  knownAddress: Buffer;
}

/** Derives every key from `MASTER_KEY`. Stored data depends on the labels: never rename one. */
export function deriveKeys(masterKey: Buffer): Keys {
  if (masterKey.length !== KEY_BYTES) {
    throw new TypeError(`the master key must be ${KEY_BYTES} bytes, not ${masterKey.length}`);
  }
  const derive = (label: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), label, KEY_BYTES));

  return {
    consoleJwt: derive('jwt:console:v1'),
    visitorJwt: derive('jwt:visitor:v1'),
    tenantSecret: derive('tenant-secret:v1'),
    otpPepper: derive('otp-pepper:v1'),
    mail: derive('mail:v1'),
    check: derive('master-key-check:v1'),
    knownAddress: derive('known-address:v1'),
  };
}
