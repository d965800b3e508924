import type { Tenant } from '@chat-relay/server/wire/tenants';
import { EXIT, ExitError } from '../errors';
import { isId, listed, pickOne, type Kind } from '../terminal/pick-one';
import { sanitiseLine } from '../terminal/sanitise';
import type { Api } from './api';
import { readItems } from '@chat-relay/desk/relay/listing';

/** How to find a tenant by name or id. */
const TENANT = {
  noun: ['tenant', 'tenants'],
  label: 'name',
  idOf: ({ tenant_id }) => tenant_id,
  nameOf: ({ tenant_name }) => tenant_name,
  hint: 'relayctl tenant list shows them.',
} satisfies Kind<Pick<Tenant, 'tenant_id' | 'tenant_name'>>;

/** The tenants among which a name is looked up: of the account's workspaces, the platform, or some workspaces. */
export type TenantScope = 'own' | 'platform' | { workspaceIds: readonly string[] };

/**
 * Finds the tenant with that id or name. All commands use this function.
 * @throws {ExitError} 4 if there is none, 2 if several have the name
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
 * Finds a tenant like `findTenant`; without a name, returns the only tenant.
 * @throws {ExitError} 2 if there are several to choose from
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

/** Lists the tenants of all workspaces of the account. */
export function ownTenants(api: Api): Promise<Tenant[]> {
  return tenantsIn(api, 'own');
}

export function workspaceTenants(api: Api, workspaceId: string): Promise<Tenant[]> {
  return tenantsIn(api, { workspaceIds: [workspaceId] });
}

/** Returns the ids of the workspace's tenants with these names or ids. */
export async function findTenantIds(
  api: Api,
  workspaceId: string,
  wanted: readonly string[],
): Promise<string[]> {
  const tenants = await workspaceTenants(api, workspaceId);
  return wanted.map((one) => pickOne(tenants, one, TENANT).tenant_id);
}

/** Reads the tenants of the scope, page by page until there are enough. */
async function tenantsIn(
  api: Api,
  scope: TenantScope,
  isEnough: (tenants: readonly Tenant[]) => boolean = () => false,
): Promise<Tenant[]> {
  const read = async (
    route: 'console/fetch/tenants' | 'console/system/fetch/tenants',
    query: Record<string, string> = {},
  ): Promise<Tenant[]> => {
    const address = { route, plural: 'tenants', query } as const;
    return (await readItems(api, address, { most: Infinity, isEnough })).items;
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
