const MESSAGES = {
  body_unavailable: 'the raw request body is not available',
  body_too_large: 'the request body is too large',
  header_missing: 'a signature header is missing',
  header_malformed: 'a signature header is malformed',
  timestamp_stale: 'the timestamp is too old',
  timestamp_future: 'the timestamp is too far in the future',
  signature_mismatch: 'the signature fits none of the live secrets',
  replay_detected: 'this signed request was received before',
  payload_malformed: 'the body is not a JSON object in UTF-8',
  event_mismatch: "the body's event is not the last part of the path",
  tenant_mismatch: "the body's tenant_id is not the signed tenant",
  unknown_tenant: 'no secret is known for this tenant',
} as const;

/**
 * The reason why a request was refused. The strings are stable: switch on them.
 *
 * @example
 * const worthAnAlert: VerificationCode[] = ['signature_mismatch', 'unknown_tenant'];
 */
export type VerificationCode = keyof typeof MESSAGES;

/**
 * All twelve codes, in no order that matters.
 *
 * @example
 * const counters = new Map(VERIFICATION_CODES.map((code) => [code, 0]));
 */
export const VERIFICATION_CODES = Object.keys(MESSAGES) as readonly VerificationCode[];

/**
 * An error for a request that can't be trusted; the response is 401.
 *
 * @example
 * try {
 *   await verifySignedRequest({ headers, body, secrets });
 * } catch (error) {
 *   if (error instanceof VerificationError) console.warn(error.code);
 *   else throw error;
 * }
 */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  readonly code: VerificationCode;

  constructor(code: VerificationCode, message: string = MESSAGES[code]) {
    super(message);
    this.code = code;
  }
}
