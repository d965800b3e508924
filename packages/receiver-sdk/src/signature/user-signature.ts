import { hmacSha256Hex } from './node-crypto';
import { assertUserId } from './user-id';

/**
 * Computes the `user_signature` that proves to the relay who a visitor is: `hex(hmac_sha256(secret, userId))`.
 * Compute it on your server for the user who is logged in; never send the secret to a browser.
 *
 * @throws UserIdError `user_id_empty`, `user_id_too_long` (over 128 bytes), `user_id_forgeable`.
 * @throws TypeError for an empty secret or a user id that is no string.
 * @example
 * const user_signature = userSignature(process.env.TENANT_SECRET, 'customer-42');
 */
export function userSignature(secret: string, userId: string): string {
  assertUserId(userId);
  return hmacSha256Hex(secret, userId);
}
