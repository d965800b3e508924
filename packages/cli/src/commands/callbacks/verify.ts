import {
  VerificationError,
  verifySignedRequest,
  type VerificationCode,
  type VerifiedRequest,
} from '@chat-relay/receiver-sdk';
import { EXIT, ExitError } from '../../errors';
import type { GlobalOptions } from '../../session/context';
import { readTenantSecret, type TenantSecretOptions } from '../../session/tenant-secret';
import { readHeaders } from '../../terminal/header-lines';
import { printResult } from '../../terminal/output';
import { readBytes } from '../../terminal/request-body';

export interface VerifyRequestOptions extends GlobalOptions, TenantSecretOptions {
  data: string;
  header: string[];
  /** The time at which the request arrived, ISO 8601 UTC. */
  at?: string;
}

const OLD_REQUEST = 'For an older request, give the time when it arrived with --at.';

const ADVICE: Partial<Record<VerificationCode, string>> = {
  header_missing: 'X-Service-Timestamp, X-Service-Signature and X-Service-Tenant are all required.',
  signature_mismatch:
    'It was signed with another secret, or these are not the bytes that arrived: a parser may have changed them.',
  timestamp_stale: OLD_REQUEST,
  timestamp_future: OLD_REQUEST,
};

/**
 * Verifies the signature of a captured request as a receiver does. Works without a relay.
 * @throws {ExitError} 4 if the signature is not valid
 */
export async function verifyRequest(options: VerifyRequestOptions): Promise<void> {
  const headers = readHeaders(options.header);
  const body = await readBytes(options.data);
  const secret = await readTenantSecret(options);
  const nowMs = options.at === undefined ? Date.now() : Date.parse(options.at);
  let verified: VerifiedRequest;
  try {
    verified = await verifySignedRequest({
      headers: flat(headers),
      body,
      secrets: [secret],
      nowMs,
    });
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    const { code, message } = error;
    if (options.json) printResult(true, { valid: false, code }, () => '');
    const advice = ADVICE[code];
    const refusal = `${code}: ${message}.${advice === undefined ? '' : ` ${advice}`}`;
    throw new ExitError(EXIT.refused, refusal, { cause: error });
  }
  const { tenantId, timestampMs } = verified;
  const signedAt = new Date(timestampMs).toISOString();
  const result = { valid: true, tenant_id: tenantId, signed_at: signedAt };
  printResult(options.json, result, () => `Valid: signed for tenant ${tenantId} at ${signedAt}.`);
}

/** Makes text of single values, and keeps lists: a signature header must not occur twice. */
function flat(headers: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  );
}
