import type { Api } from '../../relay/api';
import { explainRefusal } from '../../relay/refusals';
import type { Tenant } from '@chat-relay/server/wire/tenants';

export async function setTenantStatus(
  api: Api,
  verb: 'suspend' | 'reactivate',
  tenantId: string,
  { reason }: { reason?: string },
): Promise<Tenant> {
  const body = { tenant_id: tenantId, ...(reason !== undefined && { reason }) };
  const { tenant } = await explainRefusal(
    api.post(`console/system/${verb}/tenant`, body),
    'not_found',
    'Tenant not found. relayctl tenant list shows them.',
  );
  return tenant;
}
