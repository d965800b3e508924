import { printSentInvitation, type SentInvitation } from '../../relay/invitations';
import { explainRefusal } from '../../relay/refusals';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { sanitiseLine } from '../../terminal/sanitise';

/** Options of `relayctl invitations send`. */
export interface SendInvitationOptions extends GlobalOptions {
  workspace?: string;
  role: string;
}

/** Invites an address into a workspace; an open invitation of it is replaced. */
export async function sendInvitation(options: SendInvitationOptions, email: string): Promise<void> {
  const { api } = requireLogin(options);
  const { role, workspace } = options;
  const workspace_id = await chooseWorkspace(api, workspace);
  const sent = await explainRefusal(
    api.post<SentInvitation>('console/create/invitation', { workspace_id, email, role }),
    'state_conflict',
    `${sanitiseLine(email)} is a member already: relayctl members set-role changes the role.`,
  );
  printSentInvitation(sent, options.json);
}
