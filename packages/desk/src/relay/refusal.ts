/** Why a request to the relay did not succeed. `code` is one of the protocol's stable codes. */
export type Refusal =
  /** No response. The relay may have processed the request nevertheless. */
  | { kind: 'unreachable' }
  | { kind: 'signed-out'; code: string }
  | { kind: 'refused'; status: number; code: string; data: Readonly<Record<string, unknown>> };

const SIGNED_OUT: readonly string[] = ['unauthenticated', 'token_invalid', 'session_revoked'];

/** Turns an error response into a refusal; `data` is that of its envelope. */
export function refusalFor(status: number, data: Readonly<Record<string, unknown>>): Refusal {
  const code = typeof data['code'] === 'string' ? data['code'] : 'unknown';
  if (SIGNED_OUT.includes(code)) return { kind: 'signed-out', code };
  return { kind: 'refused', status, code, data };
}

/** Whether the same request may succeed later. */
export function isPassing(refusal: Refusal | null): boolean {
  if (refusal?.kind === 'unreachable') return true;
  return refusal?.kind === 'refused' && (refusal.status === 429 || refusal.status >= 500);
}

/** Whether the relay has deleted a file of the message: it deletes uploads that were not sent in time. */
export function areGone(refusal: Refusal | null): boolean {
  const details = hasCode(refusal, 'invalid_request') ? refusal.data['details'] : null;
  return Array.isArray(details) && details.some(isGone);
}

function isGone(detail: unknown): boolean {
  const isObject = typeof detail === 'object' && detail !== null && 'code' in detail;
  return isObject && detail.code === 'attachment_invalid';
}

export function hasCode(
  refusal: Refusal | null,
  code: string,
): refusal is Extract<Refusal, { kind: 'refused' }> {
  return refusal?.kind === 'refused' && refusal.code === code;
}
