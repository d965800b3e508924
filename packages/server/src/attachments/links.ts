import { createHmac, timingSafeEqual } from 'node:crypto';
import { iso, MINUTE, type Clock } from '../platform/clock';
import { API_PREFIX } from '../platform/http/route';
import type { KeyRing } from '../platform/security/keys';

type Purpose = 'read' | 'write';

export const READ_PATH = '/fetch/attachment';
export const WRITE_PATH = '/put/upload';
const READABLE_MS = 10 * MINUTE;

/** The signed part of an address. */
export interface LinkQuery {
  upload_id: string;
  expires: number;
  signature: string;
}

/** Makes addresses that open one file for a time, for anyone who has the address. */
export interface AttachmentLinks {
  /** Makes an address that opens the file for 10 minutes. */
  read(uploadId: string): { url: string; url_expires_at: string };
  /** Makes an address that accepts the file's bytes. */
  write(uploadId: string, expiresAt: number): string;
  isValid(purpose: Purpose, query: LinkQuery): boolean;
}

/** Makes the address of a file in a response. */
export type LinkTo = AttachmentLinks['read'];

export function createAttachmentLinks({
  baseUrl,
  keys,
  clock,
}: {
  /** `BASE_URL`. */
  baseUrl: string;
  keys: KeyRing;
  clock: Clock;
}): AttachmentLinks {
  const sign = (key: Buffer, purpose: Purpose, uploadId: string, expires: number): Buffer =>
    createHmac('sha256', key).update(`${purpose}\n${uploadId}\n${expires}`).digest();

  const addressOf = (path: string, purpose: Purpose, uploadId: string, expires: number): string => {
    const signature = sign(keys[0], purpose, uploadId, expires).toString('base64url');
    return `${baseUrl}${API_PREFIX}${path}?upload_id=${uploadId}&expires=${expires}&signature=${signature}`;
  };

  return {
    read: (uploadId) => {
      const expires = clock() + READABLE_MS;
      return {
        url: addressOf(READ_PATH, 'read', uploadId, expires),
        url_expires_at: iso(expires),
      };
    },
    write: (uploadId, expiresAt) => addressOf(WRITE_PATH, 'write', uploadId, expiresAt),
    isValid: (purpose, { upload_id, expires, signature }) => {
      if (expires <= clock()) return false;
      const given = Buffer.from(signature, 'base64url');
      return keys.some((key) => {
        const expected = sign(key, purpose, upload_id, expires);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}
