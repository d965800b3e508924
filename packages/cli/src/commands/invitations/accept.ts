import { explainRefusal } from '../../relay/refusals';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { readInviteToken, type InviteTokenOptions } from '../../session/invite-token';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export type AcceptInvitationOptions = GlobalOptions & InviteTokenOptions;

/** Joins a workspace with the account that is signed in. */
export async function acceptInvitation(options: AcceptInvitationOptions): Promise<void> {
  const { api } = requireLogin(options);
  const invite_token = await readInviteToken(options);
  const { membership } = await explainRefusal(
    api.post('console/accept/invitation', { invite_token }),
    'invitation_invalid',
    'This invitation is unknown, used, revoked, expired, or for another address than relayctl whoami shows.',
  );
  const { role, workspace_name } = membership;
  printResult(
    options.json,
    { membership },
    () => `You are ${role} in ${sanitiseLine(workspace_name)} now.`,
  );
}
