import type { ItemOf, ListRoute, PluralOf } from '@chat-relay/server/wire';
import type { Account } from '@chat-relay/server/wire/accounts';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import { readItems, type ListAddress } from '@chat-relay/desk/relay/listing';
import type { Api } from '../relay/api';
import type { Member } from '@chat-relay/server/wire/workspaces';
import { RelayRefusalError } from '../relay/refusals';
import type { Tenant } from '@chat-relay/server/wire/tenants';
import type { AuditEntry } from '@chat-relay/server/wire/audit';

/** Names for the ids in the log, each with its noun: `the tenant Shop`. An id without a known name stays an id. */
export interface Names {
  tenant(id: string | null): string;
  workspace(id: string | null): string;
  account(id: string | null): string;
  operator(id: string | null): string;
  invitation(id: string | null): string;
}

/** The number of names that are read of a kind. Others are shown as ids. */
const MOST = 2_000;
const MOST_WORKSPACES = 10;

type Lookup = ReadonlyMap<string, string>;

/** The workspaces to read names from: one, or for the platform's log those that the reader belongs to. */
export interface NameScope {
  isPlatform: boolean;
  workspaces: readonly Pick<Membership, 'workspace_id' | 'workspace_name'>[];
}

/** Reads the names that these entries need, if the reader may see them. */
export async function readNames(
  api: Api,
  { isPlatform, workspaces: own }: NameScope,
  entries: readonly AuditEntry[],
): Promise<Names> {
  const ofEntries = new Set(entries.map(({ workspace_id }) => workspace_id));
  const ids = own.map(({ workspace_id }) => workspace_id).filter((id) => ofEntries.has(id));

  /** The names of the items in these lists, if the log has such actions. */
  const read = async <Name extends ListRoute>(
    actions: RegExp,
    addresses: readonly ListAddress<Name>[],
    nameOf: (item: ItemOf<Name>) => readonly [id: string, name: string],
  ): Promise<Lookup> => {
    if (!entries.some(({ action }) => actions.test(action))) return new Map();
    const lists = await Promise.all(addresses.map((address) => listOrNone(api, address)));
    return new Map(lists.flat().map(nameOf));
  };
  const inWorkspaces = <Name extends ListRoute>(
    route: Name,
    plural: PluralOf<Name>,
  ): ListAddress<Name>[] =>
    ids
      .slice(0, MOST_WORKSPACES)
      .map((workspace_id) => ({ route, plural, query: { workspace_id } }));
  const nameOfTenant = (one: Tenant) => [one.tenant_id, one.tenant_name] as const;
  const nameOfAccount = (one: Account | Member) =>
    [one.account_id, `${one.display_name} <${one.email}>`] as const;
  const ofTenants =
    /^(tenant|faq_entry|knowledge|unanswered|conversations|callbacks|message|visitor)/;
  const ofAccounts = /^(account|system_admin|member)/;
  const [tenants, workspaces, accounts, operators, invitations] = await Promise.all([
    isPlatform
      ? read(
          ofTenants,
          [{ route: 'console/system/fetch/tenants', plural: 'tenants' }],
          nameOfTenant,
        )
      : read(ofTenants, inWorkspaces('console/fetch/tenants', 'tenants'), nameOfTenant),
    isPlatform
      ? read(
          /^workspace/,
          [{ route: 'console/system/fetch/workspaces', plural: 'workspaces' }],
          (one) => [one.workspace_id, one.name],
        )
      : new Map(own.map((one) => [one.workspace_id, one.workspace_name])),
    isPlatform
      ? read(
          ofAccounts,
          [{ route: 'console/system/fetch/admins', plural: 'admins' }],
          nameOfAccount,
        )
      : read(ofAccounts, inWorkspaces('console/fetch/members', 'members'), nameOfAccount),
    read(/^operator/, inWorkspaces('console/fetch/operators', 'operators'), (one) => [
      one.operator_id,
      one.display_name,
    ]),
    read(/^invitation/, inWorkspaces('console/fetch/invitations', 'invitations'), (one) => [
      one.invitation_id,
      one.email,
    ]),
  ]);
  const withNoun = (noun: string, names: Lookup) => (id: string | null) =>
    id === null ? noun : `${noun} ${names.get(id) ?? id}`;
  return {
    tenant: withNoun('the tenant', tenants),
    workspace: withNoun('the workspace', workspaces),
    operator: withNoun('the operator', operators),
    account: (id) => (id === null ? 'an account' : (accounts.get(id) ?? `the account ${id}`)),
    invitation: (id) =>
      id === null ? 'someone' : (invitations.get(id) ?? `someone (invitation ${id})`),
  };
}

/** Returns no names if they can't be read, because a log with ids is better than none. */
async function listOrNone<Name extends ListRoute>(
  api: Api,
  address: ListAddress<Name>,
): Promise<ItemOf<Name>[]> {
  try {
    return (await readItems(api, address, { most: MOST })).items;
  } catch (error) {
    if (error instanceof RelayRefusalError) return [];
    throw error;
  }
}
