/**
 * The three headers of a signed request.
 *
 * @example
 * const tenantId = request.headers.get(SIGNATURE_HEADERS.tenant);
 */
export const SIGNATURE_HEADERS = {
  timestamp: 'X-Service-Timestamp',
  signature: 'X-Service-Signature',
  tenant: 'X-Service-Tenant',
} as const;

/** The text that HMAC#1 signs. It has no path, method or tenant, so the body repeats them. */
export function signedText(timestamp: string, bodySha256: string): string {
  return `${timestamp}.${bodySha256}`;
}
