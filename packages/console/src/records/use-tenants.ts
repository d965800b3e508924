import { readItems } from '@chat-relay/desk/relay/listing';
import { useResource, type Resource } from '../state/use-resource';

/** The fields of a tenant that menus need. */
export interface TenantName {
  tenant_id: string;
  tenant_name: string;
  callback_url_base: string | null;
  status: 'active' | 'suspended' | 'deleting';
}

const MOST = 1_000;
const TENANTS_CHANGE = { lists: ['tenants', 'settings'] } as const;

const ORDER: Record<TenantName['status'], number> = { active: 0, suspended: 1, deleting: 2 };

/** The workspace's tenants by name. Active ones come first, because pages preselect the first. */
export function useTenants(workspaceId: string): Resource<TenantName[]> {
  return useResource(
    `tenant-names ${workspaceId}`,
    async (api) => {
      const query = { workspace_id: workspaceId };
      const address = { route: 'console/fetch/tenants', plural: 'tenants', query } as const;
      const { items } = await readItems(api, address, { most: MOST });
      return items.toSorted(
        (a, b) => ORDER[a.status] - ORDER[b.status] || a.tenant_name.localeCompare(b.tenant_name),
      );
    },
    TENANTS_CHANGE,
  );
}

export const tenantOptions = (tenants: readonly TenantName[] = []) =>
  tenants.map(({ tenant_id, tenant_name }) => ({ value: tenant_id, label: tenant_name }));
