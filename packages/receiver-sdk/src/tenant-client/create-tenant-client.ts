import { signedHeaders } from '../signature/signature';
import { tenantClientWith } from './tenant-client';
import type { TenantClient, TenantClientOptions } from './tenant-client';

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
  return tenantClientWith(
    (body, timestampMs) => signedHeaders({ tenantId, secret, timestampMs, body }),
    options,
  );
}
