import { printSentInvitation } from '../../relay/invitations';
import { explainRefusal } from '../../relay/refusals';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { sanitiseLine } from '../../terminal/sanitise';

export interface SendInvitationOptions extends GlobalOptions {
  workspace?: string;
  role: string;
}

/** Invites an address into a workspace and replaces an open invitation of that address. */
export async function sendInvitation(options: SendInvitationOptions, email: string): Promise<void> {
  const { api } = requireLogin(options);
  const { role, workspace } = options;
  const workspace_id = await chooseWorkspace(api, workspace);
  const sent = await explainRefusal(
    api.post('console/create/invitation', { workspace_id, email, role }),
    'state_conflict',
    `${sanitiseLine(email)} is a member already. To change the role, use relayctl member set-role.`,
  );
  printSentInvitation(sent, options.json);
}
