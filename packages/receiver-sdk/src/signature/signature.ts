import * as crypto from './node-crypto';
import { SIGNATURE_HEADERS, signedText } from './signature-recipe';

/** The input of a signature; `secret` is used as the UTF-8 bytes of the whole string, prefix included. */
export interface SignatureInput {
  secret: string;
  /** Milliseconds since 1970, 13 digits. */
  timestampMs: number;
  /** `sha256Hex` of the body's bytes. */
  bodySha256: string;
}

/** The input of `signedHeaders`: the body, or its hash if it is already known. */
export type SignedHeadersInput = {
  tenantId: string;
  secret: string;
  timestampMs: number;
} & (
  | { body: Uint8Array | string; bodySha256?: undefined }
  | { body?: undefined; bodySha256: string }
);

/**
 * Computes the SHA-256 of a body as 64 lower-case hex characters; a string counts as its UTF-8 bytes.
 *
 * @example
 * sha256Hex(''); // 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
 */
export function sha256Hex(body: Uint8Array | string): string {
  return crypto.sha256Hex(body);
}

/**
 * Computes `hex(hmac_sha256(secret, "<timestampMs>.<bodySha256>"))`. It takes the body's hash, so that a sender can
 * sign a retry without hashing the body again.
 *
 * @throws TypeError for an empty secret, a timestamp without 13 digits, or a hash that is not one.
 * @example
 * const signature = signatureOf({ secret, timestampMs: Date.now(), bodySha256: sha256Hex(body) });
 */
export function signatureOf(input: SignatureInput): string {
  const { secret, timestampMs, bodySha256 } = input;
  if (!/^\d{13}$/.test(String(timestampMs))) {
    throw new TypeError('timestampMs must be an integer of 13 digits');
  }
  if (!/^[0-9a-f]{64}$/.test(bodySha256)) {
    throw new TypeError('bodySha256 must be 64 lower-case hex characters');
  }
  return crypto.hmacSha256Hex(secret, signedText(String(timestampMs), bodySha256));
}

/**
 * Makes the three headers that sign a body.
 *
 * @throws TypeError as `signatureOf` does, and without body and hash.
 * @example
 * const headers = signedHeaders({ tenantId, secret, timestampMs: Date.now(), body });
 * await fetch(url, { method: 'POST', headers, body });
 */
export function signedHeaders(input: SignedHeadersInput): Record<string, string> {
  const { tenantId, secret, timestampMs } = input;
  if (typeof tenantId !== 'string' || tenantId === '') {
    throw new TypeError('tenantId must be a non-empty string');
  }
  if (input.body === undefined && input.bodySha256 === undefined) {
    throw new TypeError('signedHeaders needs body or bodySha256');
  }

  const bodySha256 = input.bodySha256 ?? crypto.sha256Hex(input.body);
  return {
    [SIGNATURE_HEADERS.timestamp]: String(timestampMs),
    [SIGNATURE_HEADERS.signature]: signatureOf({ secret, timestampMs, bodySha256 }),
    [SIGNATURE_HEADERS.tenant]: tenantId,
  };
}
