import type { Account } from '@chat-relay/server/wire/accounts';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import { readItems, type ListAddress } from '@chat-relay/desk/relay/listing';
import type { Api } from '../relay/api';
import type { Invitation } from '@chat-relay/server/wire/workspaces';
import type { Member } from '@chat-relay/server/wire/workspaces';
import type { Operator } from '@chat-relay/server/wire/operators';
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

interface Source<Item> {
  /** Matches the actions whose entries need these names. */
  actions: RegExp;
  plural: string;
  /** The route by which a super-admin reads the whole platform instead. */
  system?: string;
  nameOf: (item: Item) => readonly [id: string, name: string];
}

/** Reads the names that these entries need, if the reader may see them. */
export async function readNames(
  api: Api,
  { isPlatform, workspaces: own }: NameScope,
  entries: readonly AuditEntry[],
): Promise<Names> {
  const ofEntries = new Set(entries.map(({ workspace_id }) => workspace_id));
  const ids = own.map(({ workspace_id }) => workspace_id).filter((id) => ofEntries.has(id));

  const read = async <Item>({ actions, plural, system, nameOf }: Source<Item>): Promise<Lookup> => {
    if (!entries.some(({ action }) => actions.test(action))) return new Map();
    const addresses =
      isPlatform && system !== undefined
        ? [{ route: `console/system/fetch/${system}`, plural: system }]
        : ids.slice(0, MOST_WORKSPACES).map((workspace_id) => ({
            route: `console/fetch/${plural}`,
            plural,
            query: { workspace_id },
          }));
    const lists = await Promise.all(addresses.map((address) => listOrNone<Item>(api, address)));
    return new Map(lists.flat().map(nameOf));
  };
  const [tenants, workspaces, accounts, operators, invitations] = await Promise.all([
    read<Tenant>({
      actions: /^(tenant|faq_entry|knowledge|unanswered|conversations|callbacks|message|visitor)/,
      plural: 'tenants',
      system: 'tenants',
      nameOf: (one) => [one.tenant_id, one.tenant_name],
    }),
    isPlatform
      ? read<{ workspace_id: string; name: string }>({
          actions: /^workspace/,
          plural: 'workspaces',
          system: 'workspaces',
          nameOf: (one) => [one.workspace_id, one.name],
        })
      : new Map(own.map((one) => [one.workspace_id, one.workspace_name])),
    read<Account | Member>({
      actions: /^(account|system_admin|member)/,
      plural: 'members',
      system: 'admins',
      nameOf: (one) => [one.account_id, `${one.display_name} <${one.email}>`],
    }),
    read<Operator>({
      actions: /^operator/,
      plural: 'operators',
      nameOf: (one) => [one.operator_id, one.display_name],
    }),
    read<Invitation>({
      actions: /^invitation/,
      plural: 'invitations',
      nameOf: (one) => [one.invitation_id, one.email],
    }),
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
async function listOrNone<Item>(api: Api, address: ListAddress): Promise<Item[]> {
  try {
    return (await readItems<Item>(api, address, { most: MOST })).items;
  } catch (error) {
    if (error instanceof RelayRefusalError) return [];
    throw error;
  }
}
