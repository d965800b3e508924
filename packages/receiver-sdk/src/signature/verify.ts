import * as crypto from './node-crypto';
import { signedText } from './signature-recipe';
import { verifyWith } from './verification';
import type { FindSecret, VerifiedRequest, VerifyOptions } from './verification';

/**
 * Verifies a signed request, including its replay check. Trust nothing in the body before this resolves.
 *
 * @throws VerificationError `body_unavailable`, `body_too_large`, `header_missing`, `header_malformed`,
 *   `timestamp_stale`, `timestamp_future`, `unknown_tenant`, `signature_mismatch`, `replay_detected`.
 * @throws whatever `secretsFor` and `replayStore` throw; TypeError for wrong options.
 * @example
 * const { tenantId } = await verifySignedRequest({ headers: req.headers, body: rawBody, secrets });
 */
export function verifySignedRequest(options: VerifyOptions): Promise<VerifiedRequest> {
  return verifyWith(findSecret, options);
}

/** Tries every secret, so that the duration does not reveal which one matched. */
export const findSecret: FindSecret = (secrets, { timestamp, signature, body }) => {
  const text = signedText(timestamp, crypto.sha256Hex(body));
  let match = -1;
  for (let index = secrets.length - 1; index >= 0; index--) {
    const expected = crypto.hmacSha256Hex(secrets[index] ?? '', text);
    if (crypto.isSameHash(expected, signature)) match = index;
  }
  return match;
};
