import type { Api } from '../../relay/api';
import { findTenantIds } from '../../relay/tenants';
import type { GlobalOptions } from '../../session/context';

/** Options of `relayctl operator create` and `relayctl operator update`. */
export interface OperatorSettingsOptions extends GlobalOptions {
  name?: string;
  tenant?: string[];
  routingKey?: string[];
  capacity?: number;
  workspace?: string;
}

/** The fields of a request with an operator's settings. */
export interface OperatorSettings {
  display_name?: string;
  tenant_ids?: string[];
  routing_keys?: string[];
  capacity?: number;
}

/** Converts the given options into the relay's fields. */
export async function settingsOf(
  api: Api,
  workspaceId: string,
  { name, tenant, routingKey, capacity }: OperatorSettingsOptions,
): Promise<OperatorSettings> {
  return {
    ...(name !== undefined && { display_name: name }),
    ...(tenant && { tenant_ids: await findTenantIds(api, workspaceId, tenant) }),
    ...(routingKey && { routing_keys: routingKey.join() === 'none' ? [] : routingKey }),
    ...(capacity !== undefined && { capacity }),
  };
}
