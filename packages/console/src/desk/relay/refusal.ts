/** Why a request to the relay did not succeed. `code` is one of the protocol's stable codes. */
export type Refusal =
  /** No answer. The request may have been worked on all the same. */
  | { kind: 'unreachable' }
  /** The sign-in has ended. */
  | { kind: 'signed-out'; code: string }
  | { kind: 'refused'; status: number; code: string; data: Readonly<Record<string, unknown>> };

const SIGNED_OUT: readonly string[] = ['unauthenticated', 'token_invalid', 'session_revoked'];

/** The refusal that an error answer of the relay is; `data` is that of its envelope. */
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

/** Whether the relay no longer has a file of the message: it removes those that are sent by no one. */
export function areGone(refusal: Refusal | null): boolean {
  const details = hasCode(refusal, 'invalid_request') ? refusal.data['details'] : null;
  return Array.isArray(details) && details.some(isGone);
}

function isGone(detail: unknown): boolean {
  const isObject = typeof detail === 'object' && detail !== null && 'code' in detail;
  return isObject && detail.code === 'attachment_invalid';
}

/** Whether the relay refused with this code. */
export function hasCode(
  refusal: Refusal | null,
  code: string,
): refusal is Extract<Refusal, { kind: 'refused' }> {
  return refusal?.kind === 'refused' && refusal.code === code;
}
