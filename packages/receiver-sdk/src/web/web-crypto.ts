/**
 * HMAC#1 with Web Crypto, for runtimes without `node:crypto`. Prepared keys are kept, because preparing one is the
 * slowest step.
 */
import { signedText } from '../signature/signature-recipe';
import type { FindSecret } from '../signature/verification';

const KEY_CACHE_SIZE = 1024;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

const utf8 = new TextEncoder();
const keys = new Map<string, Promise<CryptoKey>>();

export async function sha256Hex(body: Uint8Array | string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', bytesOf(body)));
}

export async function hmacSha256Hex(secret: string, text: string): Promise<string> {
  return toHex(await crypto.subtle.sign('HMAC', await keyOf(secret), utf8.encode(text)));
}

/** Tries every secret and compares by `verify`, which the standard requires to be constant-time. */
export const findSecret: FindSecret = async (secrets, { timestamp, signature, body }) => {
  const text = utf8.encode(signedText(timestamp, await sha256Hex(body)));
  const expected = fromHex(signature);
  const fits = await Promise.all(
    secrets.map(async (secret) =>
      crypto.subtle.verify('HMAC', await keyOf(secret), expected, text),
    ),
  );
  return fits.indexOf(true);
};

/** Keeps prepared keys and drops the oldest first: a server has as many secrets as tenants. */
function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('a secret must be a non-empty string');
  }

  const key = crypto.subtle.importKey('raw', utf8.encode(secret), HMAC, false, ['sign', 'verify']);
  for (const oldest of keys.keys()) {
    if (keys.size < KEY_CACHE_SIZE) break;
    keys.delete(oldest);
  }
  keys.set(secret, key);
  return key;
}

/** Makes a view of an ArrayBuffer, the only kind that Web Crypto accepts; no body is in shared memory. */
function bytesOf(body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? utf8.encode(body) : (body as Uint8Array<ArrayBuffer>);
}

function toHex(buffer: ArrayBuffer): string {
  let hex = '';
  for (const byte of new Uint8Array(buffer)) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}
