import { createHmac } from 'node:crypto';
import vectors from '@chat-relay/receiver-sdk/vectors.json';

/** One case of the conformance kit: a request, and the code it is refused with; null for 200. */
export interface Vector {
  name: string;
  code: string | null;
  path: string;
  headers: [name: string, value: string][];
  /** Text, followed by this many spaces, or bytes. */
  body: { utf8: string; padding?: number } | { base64: string };
  /** The tenant's valid secrets. */
  secrets: string[];
  now_ms: number;
  /** The case is about the second of two such requests. */
  is_repeated: boolean;
}

/** The cases that every receiver must pass, whatever language it is written in. */
export const VECTORS = vectors.cases as Vector[]; // JSON has no tuples

/** The tenant of all of them. */
export const VECTOR_TENANT = '0190f3c2-7a5b-7c3d-8e9f-0a1b2c3d4e5f';

/** The body's bytes. */
export function bytesOf(body: Vector['body']): Buffer {
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  return Buffer.from(body.utf8 + ' '.repeat(body.padding ?? 0));
}

/** HMAC-SHA256 with the secret's UTF-8 as the key, in hex. */
export function hmacHex(secret: string, text: string | Buffer): string {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(text).digest('hex');
}
