import { createHmac } from 'node:crypto';
import vectors from '@chat-relay/receiver-sdk/vectors.json';

/** A case of the conformance kit: a request, and the code with which it must be refused; null for 200. */
export interface Vector {
  name: string;
  code: string | null;
  path: string;
  headers: [name: string, value: string][];
  /** Text that is followed by this many spaces, or bytes. */
  body: { utf8: string; padding?: number } | { base64: string };
  /** The tenant's valid secrets. */
  secrets: string[];
  now_ms: number;
  /** True if the case is about the second of two equal requests. */
  is_repeated: boolean;
}

/** The cases that every receiver must pass, in any language. */
export const VECTORS = vectors.cases as Vector[]; // JSON has no tuples

/** The tenant of all cases. */
export const VECTOR_TENANT = '0190f3c2-7a5b-7c3d-8e9f-0a1b2c3d4e5f';

export function bytesOf(body: Vector['body']): Buffer {
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  return Buffer.from(body.utf8 + ' '.repeat(body.padding ?? 0));
}

/** HMAC-SHA256 in hex. The key is the secret's UTF-8. */
export function hmacHex(secret: string, text: string | Buffer): string {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(text).digest('hex');
}
