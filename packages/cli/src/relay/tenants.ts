import type { Tenant } from '@chat-relay/server/wire/tenants';
import { EXIT, ExitError } from '../errors';
import { isId, listed, pickOne, type Kind } from '../terminal/pick-one';
import { sanitiseLine } from '../terminal/sanitise';
import type { Api } from './api';
import { readItems } from '@chat-relay/desk/relay/listing';

/** How to find one of the tenants by name or id. */
const TENANT = {
  noun: ['tenant', 'tenants'],
  label: 'name',
  idOf: ({ tenant_id }) => tenant_id,
  nameOf: ({ tenant_name }) => tenant_name,
  hint: 'relayctl tenant list shows them.',
} satisfies Kind<Pick<Tenant, 'tenant_id' | 'tenant_name'>>;

/** Which tenants a command can mean: those of the account's workspaces, of the platform, or of some workspaces. */
export type TenantScope = 'own' | 'platform' | { workspaceIds: readonly string[] };

/**
 * The tenant with that id or name: the one way in which commands take a tenant.
 * @throws {ExitError} 4 when there is none, 2 when several have the name
 */
export async function findTenant(
  api: Api,
  wanted: string,
  scope: TenantScope = 'own',
): Promise<Tenant> {
  const key = wanted.trim().toLowerCase();
  const isFound = (tenants: readonly Tenant[]): boolean =>
    isId(wanted) && tenants.some(({ tenant_id }) => tenant_id === key);
  return pickOne(await tenantsIn(api, scope, isFound), wanted, TENANT);
}

/**
 * As `findTenant`; without a name, the only one there is.
 * @throws {ExitError} 2 when there are several to choose from
 */
export async function chooseTenant(api: Api, wanted: string | undefined): Promise<Tenant> {
  if (wanted !== undefined) return findTenant(api, wanted);
  const tenants = await ownTenants(api);
  const [only, another] = tenants;
  if (!only)
    throw new ExitError(
      EXIT.refused,
      'There is no tenant yet. Create one: relayctl tenant create <name> --origin <origin>',
    );
  if (!another) return only;
  const names = listed(tenants.map(({ tenant_name }) => sanitiseLine(tenant_name)));
  throw new ExitError(EXIT.usage, `You have several tenants. Give --tenant. Yours: ${names}.`);
}

/** The tenants of all workspaces of the account. */
export function ownTenants(api: Api): Promise<Tenant[]> {
  return tenantsIn(api, 'own');
}

export function workspaceTenants(api: Api, workspaceId: string): Promise<Tenant[]> {
  return tenantsIn(api, { workspaceIds: [workspaceId] });
}

/** The ids of a workspace's tenants with these names or ids. */
export async function findTenantIds(
  api: Api,
  workspaceId: string,
  wanted: readonly string[],
): Promise<string[]> {
  const tenants = await workspaceTenants(api, workspaceId);
  return wanted.map((one) => pickOne(tenants, one, TENANT).tenant_id);
}

/** The tenants of the scope, page by page until they are enough. */
async function tenantsIn(
  api: Api,
  scope: TenantScope,
  isEnough: (tenants: readonly Tenant[]) => boolean = () => false,
): Promise<Tenant[]> {
  const read = async (route: string, query: Record<string, string> = {}): Promise<Tenant[]> => {
    const address = { route, plural: 'tenants', query };
    return (await readItems<Tenant>(api, address, { most: Infinity, isEnough })).items;
  };
  if (scope === 'platform') return read('console/system/fetch/tenants');
  const workspaceIds =
    scope === 'own'
      ? (await api.get('console/fetch/account')).memberships.map(({ workspace_id }) => workspace_id)
      : scope.workspaceIds;
  const lists = await Promise.all(
    workspaceIds.map((workspace_id) => read('console/fetch/tenants', { workspace_id })),
  );
  return lists.flat();
}
