import { minuteOf } from '../../relay/listing';
import { requireLogin } from '../../session/context';
import { printList, type ListOptions } from '../print-list';

interface Workspace {
  workspace_id: string;
  name: string;
  /** The account's own role; missing if it is no member. */
  role?: string;
  created_at: string;
}

/** Lists the account's workspaces; for a super-admin, those of the whole platform. */
export async function workspaces(options: ListOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { account } = await api.get('console/fetch/account');
  await printList(
    api,
    {
      route: account.is_system ? 'console/system/fetch/workspaces' : 'console/fetch/workspaces',
      plural: 'workspaces',
      columns: {
        NAME: ({ name }) => name,
        ...(!account.is_system && { ROLE: ({ role = '' }: Workspace) => role }),
        'SINCE (UTC)': ({ created_at }) => minuteOf(created_at),
        ID: ({ workspace_id }) => workspace_id,
      },
    },
    options,
  );
}
