import type { ReceiverOptions } from '../receiver/options';
import { receiverWith } from '../receiver/receiver';
import type { Receiver } from '../receiver/receiver';
import { SIGNATURE_HEADERS, signedText } from '../signature/signature-recipe';
import type { SignBody } from '../tenant-client/tenant-call';
import { tenantClientWith } from '../tenant-client/tenant-client';
import type { TenantClient, TenantClientOptions } from '../tenant-client/tenant-client';
import { assertUserId } from '../signature/user-id';
import { verifyWith } from '../signature/verification';
import type { VerifiedRequest, VerifyOptions } from '../signature/verification';
import { findSecret, hmacSha256Hex, sha256Hex } from './web-crypto';

/**
 * Makes a receiver of callbacks that verifies with Web Crypto. Give it to `webHandler`.
 *
 * @throws TypeError if secrets are missing or an option is invalid.
 * @example
 * const receiver = createReceiver({ secrets: ['ts_…'], replayStore });
 * export default { fetch: webHandler(receiver) };
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  return receiverWith(findSecret, options);
}

/**
 * Verifies a signed request, including its replay check. Trust nothing in the body before this resolves.
 *
 * @throws VerificationError `body_unavailable`, `body_too_large`, `header_missing`, `header_malformed`,
 *   `timestamp_stale`, `timestamp_future`, `unknown_tenant`, `signature_mismatch`, `replay_detected`.
 * @throws whatever `secretsFor` and `replayStore` throw; TypeError for wrong options.
 * @example
 * const { tenantId } = await verifySignedRequest({ headers: request.headers, body, secrets });
 */
export function verifySignedRequest(options: VerifyOptions): Promise<VerifiedRequest> {
  return verifyWith(findSecret, options);
}

/**
 * Computes the `user_signature` that proves to the relay who a visitor is: `hex(hmac_sha256(secret, userId))`.
 * Compute it on your server for the user who is logged in; never send the secret to a browser.
 *
 * @throws UserIdError `user_id_empty`, `user_id_too_long` (over 128 bytes), `user_id_forgeable`.
 * @throws TypeError for an empty secret or a user id that is no string.
 * @example
 * const user_signature = await userSignature(env.TENANT_SECRET, 'customer-42');
 */
export async function userSignature(secret: string, userId: string): Promise<string> {
  assertUserId(userId);
  return hmacSha256Hex(secret, userId);
}

/**
 * Makes a client of the tenant API, to answer as the bot, hand over, read, export and erase. Its fields have the names
 * of the events and of the protocol.
 *
 * @throws TypeError for an invalid option.
 * @example
 * const relay = createTenantClient({ baseUrl: 'https://chat.example', tenantId, secret });
 * await relay.send({ conversation_id, content: 'On its way.', owner_epoch });
 */
export function createTenantClient(options: TenantClientOptions): TenantClient {
  const { tenantId, secret } = options;
  const sign: SignBody = async (body, timestampMs) => {
    const text = signedText(String(timestampMs), await sha256Hex(body));
    return {
      [SIGNATURE_HEADERS.timestamp]: String(timestampMs),
      [SIGNATURE_HEADERS.signature]: await hmacSha256Hex(secret, text),
      [SIGNATURE_HEADERS.tenant]: tenantId,
    };
  };
  return tenantClientWith(sign, options);
}
