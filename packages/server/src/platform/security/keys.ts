import { hkdfSync } from 'node:crypto';

export const KEY_BYTES = 32;
/** A key with fewer is not random: a random one has fewer once in 10^15. */
const MIN_DISTINCT_BYTES = 16;

/**
 * `MASTER_KEY` as configured: a key, or a new one and the one that it replaces, separated by a comma. The problem
 * says what is wrong with it.
 */
export function parseMasterKeys(
  text: string,
): { keys: KeyRing; problem: null } | { keys: null; problem: string } {
  const [first, second, ...more] = text.split(',').map((part) => parseMasterKey(part.trim()));
  for (const one of [first, second]) {
    if (one && one.problem !== null) return { keys: null, problem: one.problem };
  }
  if (!first?.key || more.length > 0) {
    return { keys: null, problem: 'must be one key, or a new and an old one' };
  }
  if (!second?.key) return { keys: [first.key], problem: null };
  if (first.key.equals(second.key)) {
    return { keys: null, problem: 'must not be the same key twice' };
  }
  return { keys: [first.key, second.key], problem: null };
}

function parseMasterKey(
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

/** A key and the one that it replaces, newest first: new values use the first, and values of either are accepted. */
export type KeyRing = readonly [Buffer, ...Buffer[]];

/**
 * The labels from which keys are derived. There is one key per use: if one leaks, it decrypts nothing else. Stored
 * data depends on the labels: never rename one. @internal for the test of the documents
 */
export const KEY_LABELS = {
  consoleJwt: 'jwt:console:v1',
  visitorJwt: 'jwt:visitor:v1',
  tenantSecret: 'tenant-secret:v1',
  otpPepper: 'otp-pepper:v1',
  /** Encrypts queued mails: they contain codes. */
  mail: 'mail:v1',
  /** Encrypts the text that identifies the database. */
  check: 'master-key-check:v1',
  /** Hashes the network addresses from which accounts have signed in. */
  knownAddress: 'known-address:v1',
  /** Signs the links that stop mails to visitors. */
  mailStop: 'mail-stop:v1',
  /** Signs the addresses of files. */
  attachmentLink: 'attachment-link:v1',
  /** Hashes the networks of visitors, and erased users who are blocked. */
  visitorBlock: 'visitor-block:v1',
} as const;

type KeyName = keyof typeof KEY_LABELS;
export type Keys = Record<KeyName, KeyRing>;

/** Derives the key of every use from each key in `MASTER_KEY`. */
export function deriveKeys(masterKeys: KeyRing): Keys {
  const derive = (masterKey: Buffer, label: string): Buffer => {
    if (masterKey.length !== KEY_BYTES) {
      throw new TypeError(`the master key must be ${KEY_BYTES} bytes, not ${masterKey.length}`);
    }
    return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), label, KEY_BYTES));
  };
  const [first, ...others] = masterKeys;
  const rings = Object.entries(KEY_LABELS).map(([name, label]): [string, KeyRing] => [
    name,
    [derive(first, label), ...others.map((key) => derive(key, label))],
  ]);
  return Object.fromEntries(rings) as Keys; // of all labels
}
