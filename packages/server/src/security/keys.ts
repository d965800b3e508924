import { hkdfSync } from 'node:crypto';

export const KEY_BYTES = 32;

/** One key per use: what leaks through one use opens nothing else. */
export interface Keys {
  consoleJwt: Buffer;
  visitorJwt: Buffer;
  tenantSecret: Buffer;
  otpPepper: Buffer;
  /** Seals mails that wait: they hold codes. */
  mail: Buffer;
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
  };
}
