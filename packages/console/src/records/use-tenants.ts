import { readItems } from '../desk/relay/listing';
import { useConsole } from '../state/console';
import { useResource, type Resource } from '../state/resource';

/** A tenant as lists name it. */
export interface TenantName {
  tenant_id: string;
  tenant_name: string;
  callback_url_base: string | null;
  status: 'active' | 'suspended' | 'deleting';
}

const MOST = 1_000;

/** The workspace's tenants by name; the first is a usual choice, so those being deleted are last. */
export function useTenants(workspaceId: string): Resource<TenantName[]> {
  const { api } = useConsole();
  return useResource(`tenant-names ${workspaceId}`, async () => {
    const query = { workspace_id: workspaceId };
    const address = { route: 'console/fetch/tenants', plural: 'tenants', query };
    const { items } = await readItems<TenantName>(api, address, { most: MOST });
    const isGoing = ({ status }: TenantName): number => Number(status === 'deleting');
    return items.toSorted(
      (a, b) => isGoing(a) - isGoing(b) || a.tenant_name.localeCompare(b.tenant_name),
    );
  });
}

export const tenantOptions = (tenants: readonly TenantName[] = []) =>
  tenants.map(({ tenant_id, tenant_name }) => ({ value: tenant_id, label: tenant_name }));
