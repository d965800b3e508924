import { EXIT, ExitError } from '../errors';
import { isId, pickOne } from '../terminal/pick-one';
import { sanitiseLine } from '../terminal/sanitise';
import type { AccountAnswer } from '@chat-relay/console/desk/relay/account';
import type { Api } from './api';
import { readItems } from '@chat-relay/console/desk/relay/listing';
import { explainRefusal } from './refusals';

/** A tenant, as the relay shows it. `hours` is null if it is always open. */
export interface Tenant {
  tenant_id: string;
  workspace_id: string;
  tenant_name: string;
  widget_public_key: string;
  allowed_origins: string[];
  callback_url_base: string | null;
  default_locale: string;
  bot: { kind: string };
  hours: { timezone: string } | null;
  /** Null: conversations are kept permanently. */
  retention: { messages_days: number | null };
  /** Visitors may rate what is resolved. */
  rating: boolean;
  assignment: string;
  /** An older relay leaves it out. */
  waiting_mail?: boolean;
  /** In seconds; null: no target. */
  targets: { first_answer_s: number | null; wait_s: number | null };
  status: string;
  /** When it is erased; null unless it is being deleted. */
  deletes_at: string | null;
  created_at: string;
}

const NO_TENANT = 'Tenant not found, or you have no access. relayctl tenants lists them.';

/** The tenant with that name or id in the account's workspaces. */
export async function findOwnTenant(api: Api, wanted: string): Promise<Tenant> {
  if (isId(wanted)) return fetchTenant(api, wanted);
  return onlyOne(await ownTenants(api), wanted);
}

/**
 * As `findOwnTenant`; without a name, the only one there is.
 * @throws {ExitError} 2 when there are several to choose from
 */
export async function chooseTenant(api: Api, wanted: string | undefined): Promise<Tenant> {
  if (wanted !== undefined) return findOwnTenant(api, wanted);
  const tenants = await ownTenants(api);
  const [only, another] = tenants;
  if (!only)
    throw new ExitError(
      EXIT.refused,
      'There is no tenant yet. Create one: relayctl tenant create <name> --origin <origin>',
    );
  if (!another) return only;
  const names = tenants.map(({ tenant_name }) => sanitiseLine(tenant_name)).join(', ');
  throw new ExitError(EXIT.usage, `You have several tenants. Give --tenant. Yours: ${names}.`);
}

/** The tenants of all workspaces of the account. */
export async function ownTenants(api: Api): Promise<Tenant[]> {
  const { memberships } = await api.get<AccountAnswer>('console/fetch/account');
  const lists = await Promise.all(
    memberships.map(({ workspace_id }) => tenantsOf(api, workspace_id)),
  );
  return lists.flat();
}

/** The ids of a workspace's tenants with these names or ids. */
export async function findTenantIds(
  api: Api,
  workspaceId: string,
  wanted: readonly string[],
): Promise<string[]> {
  const tenants = await tenantsOf(api, workspaceId);
  return wanted.map((one) => onlyOne(tenants, one).tenant_id);
}

async function tenantsOf(api: Api, workspaceId: string): Promise<Tenant[]> {
  const query = { workspace_id: workspaceId };
  const address = { route: 'console/fetch/tenants', plural: 'tenants', query };
  return (await readItems<Tenant>(api, address, { most: Infinity })).items;
}

/** The tenant with that name or id on the whole platform. For super-admins. */
export async function findAnyTenant(api: Api, wanted: string): Promise<Tenant> {
  const address = { route: 'console/system/fetch/tenants', plural: 'tenants' };
  const { items } = await readItems<Tenant>(api, address, { most: Infinity });
  return onlyOne(items, wanted);
}

async function fetchTenant(api: Api, id: string): Promise<Tenant> {
  const { tenant } = await explainRefusal(
    api.get<{ tenant: Tenant }>('console/fetch/tenant', { query: { tenant_id: id } }),
    'not_found',
    NO_TENANT,
  );
  return tenant;
}

function onlyOne(tenants: readonly Tenant[], wanted: string): Tenant {
  return pickOne(tenants, wanted, {
    idOf: ({ tenant_id }) => tenant_id,
    nameOf: ({ tenant_name }) => tenant_name,
    unknown: NO_TENANT,
    ambiguous: 'Several tenants have this name',
  });
}
