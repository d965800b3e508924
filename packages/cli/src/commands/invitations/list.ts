import { minuteOf } from '../../relay/listing';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { printList, type WorkspaceListOptions } from '../print-list';

/** Lists the invitations of a workspace, the newest first. */
export async function invitations(options: WorkspaceListOptions): Promise<void> {
  const { api } = requireLogin(options);
  await printList(
    api,
    {
      route: 'console/fetch/invitations',
      plural: 'invitations',
      query: { workspace_id: await chooseWorkspace(api, options.workspace) },
      columns: {
        'E-MAIL': ({ email }) => email,
        ROLE: ({ role }) => role,
        STATUS: ({ status }) => status,
        UNTIL: ({ expires_at }) => minuteOf(expires_at).slice(0, 10),
        ID: ({ invitation_id }) => invitation_id,
      },
    },
    options,
  );
}
