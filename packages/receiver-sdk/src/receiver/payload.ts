import { VerificationError } from '../signature/verification-error';

export type Payload = Readonly<Record<string, unknown>>;

/** Keeps a byte order mark, which JSON then refuses. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws VerificationError `payload_malformed` */
export function parsePayload(body: Uint8Array | string): Payload {
  const payload = parseJson(body);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new VerificationError('payload_malformed');
  }
  return payload as Payload;
}

/**
 * Checks that the callback was sent to this path and tenant, because the signature covers only the body.
 *
 * @throws VerificationError `event_mismatch`, `tenant_mismatch`
 */
export function assertAddressed(payload: Payload, path: string, tenantId: string): void {
  if (payload.event !== lastPart(path)) throw new VerificationError('event_mismatch');
  if (payload.tenant_id !== tenantId) throw new VerificationError('tenant_mismatch');
}

function parseJson(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : utf8.decode(body));
  } catch {
    throw new VerificationError('payload_malformed');
  }
}

function lastPart(path: string): string {
  const pathname = path.replace(/[?#].*/s, '');
  return pathname.slice(pathname.lastIndexOf('/') + 1);
}
