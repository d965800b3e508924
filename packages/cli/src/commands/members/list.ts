import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { printList, type WorkspaceListOptions } from '../print-list';

export async function members(options: WorkspaceListOptions): Promise<void> {
  const { api } = requireLogin(options);
  await printList(
    api,
    {
      route: 'console/fetch/members',
      plural: 'members',
      query: { workspace_id: await chooseWorkspace(api, options.workspace) },
      columns: {
        NAME: (member) => member.display_name,
        'E-MAIL': (member) => member.email,
        ROLE: (member) => member.role,
        ID: (member) => member.account_id,
      },
    },
    options,
  );
}
