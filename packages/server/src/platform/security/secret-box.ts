import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './keys';

const VERSION = 'v1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts for storage with AES-256-GCM. `aad` names the place of the text (such as `tenant_id|column`), so
 * that a row's secret can't be moved to another row.
 */
export function seal([key]: KeyRing, plaintext: string, aad: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return VERSION + Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
}

/** Throws if the text was changed, was sealed with a key that is not in the ring, or belongs to another place. */
export function open(ring: KeyRing, sealed: string, aad: string): string {
  for (const key of ring.slice(0, -1)) {
    try {
      return openWith(key, sealed, aad);
    } catch {
      // An older key in the ring may have sealed it.
    }
  }
  return openWith(ring.at(-1) ?? ring[0], sealed, aad);
}

/** Whether the newest key has sealed it. */
export function isSealedWithNewest([newest]: KeyRing, sealed: string, aad: string): boolean {
  try {
    openWith(newest, sealed, aad);
    return true;
  } catch {
    return false;
  }
}

function openWith(key: Buffer, sealed: string, aad: string): string {
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  if (!sealed.startsWith(VERSION) || bytes.length < IV_BYTES + TAG_BYTES) {
    throw new Error('not a sealed secret');
  }
  const iv = bytes.subarray(0, IV_BYTES);
  const body = bytes.subarray(IV_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(aad))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
