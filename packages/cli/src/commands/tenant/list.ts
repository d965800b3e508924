import { minuteOf } from '../../relay/listing';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { printList, type ListOptions } from '../print-list';

export interface TenantsOptions extends ListOptions {
  status?: 'active' | 'suspended' | 'deleting';
  workspace?: string;
}

/** Lists a workspace's tenants; for a super-admin who names no workspace, those of the whole platform. */
export async function tenants(options: TenantsOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { workspace, status } = options;
  const isOfPlatform =
    workspace === undefined && (await api.get('console/fetch/account')).account.is_system;
  const scope = isOfPlatform ? {} : { workspace_id: await chooseWorkspace(api, workspace) };
  await printList(
    api,
    {
      route: isOfPlatform ? 'console/system/fetch/tenants' : 'console/fetch/tenants',
      plural: 'tenants',
      query: { ...scope, ...(status && { status }) },
      columns: {
        NAME: (tenant) => tenant.tenant_name,
        STATUS: (tenant) => tenant.status,
        'SINCE (UTC)': (tenant) => minuteOf(tenant.created_at),
        ID: (tenant) => tenant.tenant_id,
      },
    },
    options,
  );
}
