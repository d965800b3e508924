import { signedHeaders } from '../signature/signature';
import { tenantClientWith } from './tenant-client';
import type { TenantClient, TenantClientOptions } from './tenant-client';

/**
 * Makes a client of the tenant API, which answers as the bot, hands over, reads, exports and erases. Fields are those
 * of the events and of the protocol.
 *
 * @throws TypeError for a wrong option.
 * @example
 * const relay = createTenantClient({ baseUrl: 'https://chat.example', tenantId, secret });
 * await relay.send({ conversation_id, content: 'On its way.', owner_epoch });
 */
export function createTenantClient(options: TenantClientOptions): TenantClient {
  const { tenantId, secret } = options;
  return tenantClientWith(
    (body, timestampMs) => signedHeaders({ tenantId, secret, timestampMs, body }),
    options,
  );
}
