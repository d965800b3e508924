import type { Readable } from 'node:stream';
import type { Request } from '@hapi/hapi';
import { AppError, invalidField } from '../errors';

/** Route options that leave the body unread for this reader. */
export const UNREAD_BODY = {
  parse: false,
  output: 'stream',
  maxBytes: Number.MAX_SAFE_INTEGER,
} as const;

const ARRIVES_WITHIN_MS = 5_000;
/** How long the rest of a too large body is read and dropped: a client that still sends doesn't read the response. */
const REST_WITHIN_MS = 1_000;

/**
 * Reads the bytes of a body. hapi's own reader cuts the connection when a body without a length grows too large, and
 * never responds to one that stalls. This one lets the client read the reason.
 * @throws {AppError} unsupported_media_type, payload_too_large, bad_json
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const type = mediaType(request.headers['content-type'] as string | undefined);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  const { bytes, size, isWhole } = await receive(request.raw.req, maxBytes, declaredBytes);
  // Checked only now: a client that is still sending doesn't read the response.
  if ((type ?? 'application/json') !== 'application/json' || encoding !== 'identity') {
    throw new AppError('unsupported_media_type');
  }
  if (Math.max(size, declaredBytes) > maxBytes) throw new AppError('payload_too_large');
  if (!isWhole) throw new AppError('bad_json', { message: 'The body did not arrive in time.' });
  if (type === undefined && size > 0) throw new AppError('unsupported_media_type');
  return bytes;
}

/** More values than any call has. Each takes about 1 µs to check, and as little as three bytes to send. */
const MAX_VALUES = 30_000;
/** The most keys of one object: thousands of keys take ten times as long as a list of that length. */
const MAX_KEYS = 1_000;
/** The deepest nesting; more than any call has. */
const MAX_DEPTH = 1_000;

/**
 * @throws {AppError} bad_json; invalid_request for a key that would be a prototype; payload_too_large for too many
 * values, or keys of one object
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const body = parsed(bytes);
  checkValues(body);
  return body;
}

function parsed(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('bad_json', { cause: error });
  }
}

/** Checks level by level: lists can be nested 100,000 deep, which no recursion survives. */
function checkValues(body: unknown): void {
  let values = 0;
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw new AppError('bad_json', { message: 'The body is nested too deep.' });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) throw invalidField('__proto__', 'forbidden_key');
      const inner = Object.values(value);
      values += inner.length;
      const isLarge = inner.length > MAX_KEYS && !Array.isArray(value);
      if (isLarge || values > MAX_VALUES) throw new AppError('payload_too_large');
      for (const one of inner) next.push(one);
    }
    level = next;
  }
}

function mediaType(header: string | undefined): string | undefined {
  return header?.split(';', 1)[0]?.trim().toLowerCase();
}

interface Received {
  /** Empty for a body that is too large. */
  bytes: Buffer;
  size: number;
  isWhole: boolean;
}

async function receive(
  stream: Readable,
  maxBytes: number,
  declaredBytes: number,
): Promise<Received> {
  const chunks: Buffer[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const isWhole = await new Promise<boolean>((resolve) => {
    const waitFor = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(resolve, ms, false);
    };
    waitFor(declaredBytes > maxBytes ? REST_WITHIN_MS : ARRIVES_WITHIN_MS);
    stream.on('data', (chunk: Buffer) => {
      const wasTooLarge = Math.max(size, declaredBytes) > maxBytes;
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      if (!wasTooLarge) waitFor(REST_WITHIN_MS);
    });
    stream.once('end', () => resolve(true));
    stream.once('close', () => resolve(false));
  });
  clearTimeout(timer);
  return { bytes: Buffer.concat(chunks), size, isWhole };
}
