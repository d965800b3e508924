import { hkdfSync } from 'node:crypto';

export const KEY_BYTES = 32;
/** Random keys have fewer once in 10^15. */
const MIN_DISTINCT_BYTES = 16;

/** What a person wrote as the master key; the problem says what is wrong with it. */
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

/** One key per use: what leaks through one use opens nothing else. */
export interface Keys {
  consoleJwt: Buffer;
  visitorJwt: Buffer;
  tenantSecret: Buffer;
  otpPepper: Buffer;
  /** Seals mails that wait: they hold codes. */
  mail: Buffer;
  /** Seals the text that tells whose database it is. */
  check: Buffer;
  /** Stands for the network addresses that accounts have signed in from. */
  knownAddress: Buffer;
}

/** Derives every key from `MASTER_KEY`. The labels are stored data's fate: never rename one. */
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
