import type { Account, Membership } from '@chat-relay/console/desk/relay/account';
import { readItems } from '@chat-relay/console/desk/relay/listing';
import type { Api } from '../relay/api';
import type { Invitation } from '../relay/invitations';
import type { Member } from '../relay/members';
import type { Operator } from '../relay/operators';
import { RelayRefusal } from '../relay/refusals';
import type { Tenant } from '../relay/tenants';
import type { AuditEntry } from './sentences';

/** The names of what the log names by id, with its noun: `the tenant Shop`. Without a name, the id. */
export interface Names {
  tenant(id: string | null): string;
  workspace(id: string | null): string;
  account(id: string | null): string;
  operator(id: string | null): string;
  invitation(id: string | null): string;
}

/** More are shown by their ids. */
const MOST = 2_000;

type Lookup = ReadonlyMap<string, string>;

/**
 * Reads the names that these entries need: what a super-admin sees of the platform, or what a member sees of the
 * workspace.
 * @param workspace null for the platform
 */
export async function readNames(
  api: Api,
  workspace: Pick<Membership, 'workspace_id' | 'workspace_name'> | null,
  entries: readonly AuditEntry[],
): Promise<Names> {
  const list = async <Item>(
    noun: RegExp,
    [route, plural]: readonly [route: string, plural: string],
    nameOf: (item: Item) => readonly [id: string, name: string],
  ): Promise<Lookup> => {
    if (!entries.some(({ action }) => noun.test(action))) return new Map();
    const query = workspace === null ? {} : { workspace_id: workspace.workspace_id };
    try {
      const { items } = await readItems<Item>(api, { route, plural, query }, { most: MOST });
      return new Map(items.map(nameOf));
    } catch (error) {
      // A log without names is better than none.
      if (error instanceof RelayRefusal) return new Map();
      throw error;
    }
  };
  const isPlatform = workspace === null;
  const area = isPlatform ? 'console/system/fetch' : 'console/fetch';
  const none: Lookup = new Map();
  const personOf = ({ account_id, email, display_name }: Account | Member) =>
    [account_id, `${display_name} <${email}>`] as const;
  const [tenants, workspaces, accounts, operators, invitations] = await Promise.all([
    list<Tenant>(
      /^(tenant|faq_entry|knowledge|unanswered|conversations|callbacks|message|visitor)/,
      [`${area}/tenants`, 'tenants'],
      (one) => [one.tenant_id, one.tenant_name],
    ),
    isPlatform
      ? list<{ workspace_id: string; name: string }>(
          /^workspace/,
          [`${area}/workspaces`, 'workspaces'],
          (one) => [one.workspace_id, one.name],
        )
      : new Map([[workspace.workspace_id, workspace.workspace_name]]),
    isPlatform
      ? list<Account>(/^(account|system_admin|member)/, [`${area}/admins`, 'admins'], personOf)
      : list<Member>(/^(account|member)/, [`${area}/members`, 'members'], personOf),
    isPlatform
      ? none
      : list<Operator>(/^operator/, [`${area}/operators`, 'operators'], (one) => [
          one.operator_id,
          one.display_name,
        ]),
    isPlatform
      ? none
      : list<Invitation>(/^invitation/, [`${area}/invitations`, 'invitations'], (one) => [
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
    invitation: (id) => (id === null ? 'someone' : (invitations.get(id) ?? `invitation ${id}`)),
  };
}
