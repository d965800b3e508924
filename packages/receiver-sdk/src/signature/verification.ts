import type { ReplayStore } from '../stores/replay-store';
import { readSignatureHeaders } from './signature-headers';
import type { HeadersInput } from './signature-headers';
import { VerificationError } from './verification-error';

/**
 * The largest body that is verified, in bytes: 1 MiB.
 *
 * @example
 * app.use(express.raw({ type: 'application/json', limit: MAX_BODY_BYTES }));
 */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * The tolerance for timestamps, into the past and into the future, in milliseconds: 5 minutes.
 *
 * @example
 * const receiver = createReceiver({ secrets, toleranceMs: TOLERANCE_MS / 5 });
 */
export const TOLERANCE_MS = 300_000;

/** In ms. Added for the latest timestamp that is accepted: such a request stays valid for twice the tolerance. */
const REPLAY_MARGIN_MS = 60_000;

/**
 * The time for which a signature is remembered, in milliseconds: twice the tolerance and a minute.
 *
 * @example
 * await redis.set(key, '1', { NX: true, PX: REPLAY_TTL_MS });
 */
export const REPLAY_TTL_MS = 2 * TOLERANCE_MS + REPLAY_MARGIN_MS;

const ONE_SOURCE = 'give either secrets or secretsFor';

/** The source of the secrets: a fixed list, newest first, or a look-up by tenant. */
export type SecretsSource =
  | { secrets: readonly string[]; secretsFor?: undefined }
  | { secrets?: undefined; secretsFor: SecretsLookup };

/** Finds the valid secrets of a tenant, newest first; none, or undefined, for an unknown tenant. */
export type SecretsLookup = (
  tenantId: string,
) => readonly string[] | undefined | Promise<readonly string[] | undefined>;

export type VerifyOptions = SecretsSource & {
  headers: HeadersInput;
  /** The bytes as received. Anything else, such as a parsed body, is refused with `body_unavailable`. */
  body: unknown;
  /** Accepts only this tenant; others are refused with `unknown_tenant`. */
  tenantId?: string | undefined;
  /** In ms since 1970. Default: now. */
  nowMs?: number | undefined;
  /** In ms. Default 300,000. */
  toleranceMs?: number | undefined;
  /** Remembers signatures. Without a store, replays are not detected. */
  replayStore?: ReplayStore | undefined;
  /** In bytes. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
};

/** The verified facts of a request. */
export interface VerifiedRequest {
  tenantId: string;
  timestampMs: number;
  /** The index of the secret that matched. Above 0, the sender still signs with an old secret. */
  secretIndex: number;
}

/** Compares a signature with the secrets; returns the index of the secret that made it, -1 if none did. */
export type FindSecret = (
  secrets: readonly string[],
  signed: SignedBytes,
) => number | Promise<number>;

interface SignedBytes {
  timestamp: string;
  /** 64 lower-case hex characters. */
  signature: string;
  body: Uint8Array;
}

/** Makes the checks of `verifySignedRequest`, with any implementation of the cryptography. */
export async function verifyWith(
  findSecret: FindSecret,
  options: VerifyOptions,
): Promise<VerifiedRequest> {
  const {
    replayStore,
    nowMs = Date.now(),
    toleranceMs = TOLERANCE_MS,
    maxBodyBytes = MAX_BODY_BYTES,
  } = options;
  if (!options.secrets === !options.secretsFor) throw new TypeError(ONE_SOURCE);
  assertAmount('nowMs', nowMs);
  assertAmount('toleranceMs', toleranceMs);
  assertAmount('maxBodyBytes', maxBodyBytes);

  const body = readBody(options.body, maxBodyBytes);
  const { timestamp, signature, tenantId } = readSignatureHeaders(options.headers);
  const timestampMs = Number(timestamp);
  assertFresh(timestampMs, nowMs, toleranceMs);

  const secrets =
    options.tenantId !== undefined && options.tenantId !== tenantId
      ? undefined
      : (options.secrets ?? (await options.secretsFor?.(tenantId)));
  if (!secrets || secrets.length === 0) throw new VerificationError('unknown_tenant');
  const found = findSecret(secrets, { timestamp, signature, body });
  // `await` on a number would cost a turn of the event loop.
  const secretIndex = typeof found === 'number' ? found : await found;
  if (secretIndex === -1) throw new VerificationError('signature_mismatch');

  // Checked after the signature, because strangers must not be able to fill the store.
  const ttlMs = 2 * toleranceMs + REPLAY_MARGIN_MS;
  if (replayStore && !(await replayStore.claim(`${tenantId}:${signature}`, ttlMs))) {
    throw new VerificationError('replay_detected');
  }
  return { tenantId, timestampMs, secretIndex };
}

/** @throws TypeError unless there is exactly one source and a fixed list holds a secret. */
export function assertSecretsSource(source: {
  secrets?: readonly string[] | undefined;
  secretsFor?: SecretsLookup | undefined;
}): void {
  const { secrets, secretsFor } = source;
  if (!secrets === !secretsFor) throw new TypeError(ONE_SOURCE);
  if (secretsFor) {
    if (typeof secretsFor !== 'function') throw new TypeError('secretsFor must be a function');
    return;
  }
  if (!Array.isArray(secrets) || secrets.length === 0 || !secrets.every(isSecret)) {
    throw new TypeError('secrets must be a list of at least one non-empty string');
  }
}

/** Refuses NaN, which compares false with everything and would switch its check off. @throws TypeError */
export function assertAmount(name: string, amount: unknown): void {
  if (typeof amount === 'number' && amount >= 0 && amount < Infinity) return;
  throw new TypeError(`${name} must be a finite number from 0 on`);
}

function isSecret(secret: unknown): boolean {
  return typeof secret === 'string' && secret !== '';
}

function readBody(body: unknown, maxBodyBytes: number): Uint8Array {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw new VerificationError('body_unavailable');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes.byteLength > maxBodyBytes) {
    throw new VerificationError('body_too_large', `the body has more than ${maxBodyBytes} bytes`);
  }
  // Any view is accepted, because `instanceof Uint8Array` fails for buffers of another realm, which test runners
  // create.
  return bytes as Uint8Array;
}

function assertFresh(timestampMs: number, nowMs: number, toleranceMs: number): void {
  const ageMs = nowMs - timestampMs;
  if (ageMs > toleranceMs) {
    throw new VerificationError('timestamp_stale', `the timestamp is ${ageMs} ms old`);
  }
  if (-ageMs > toleranceMs) {
    throw new VerificationError('timestamp_future', `the timestamp is ${-ageMs} ms ahead`);
  }
}
