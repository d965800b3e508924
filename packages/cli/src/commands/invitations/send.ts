import type { Api } from '../../relay/api';
import { requireLogin, type GlobalOptions } from '../../session/context';
import {
  describeInvitation,
  findOpenInvitation,
  NO_OPEN_INVITATION,
  sayToken,
  type Invitation,
  type SentInvitation,
} from '../../relay/invitations';
import { printResult } from '../../terminal/output';
import { explainRefusal } from '../../relay/refusals';
import { sanitiseLine } from '../../terminal/sanitise';
import { chooseWorkspace } from '../../relay/workspaces';

/** Options of `relayctl invitations resend` and `revoke`. */
export interface InvitationOptions extends GlobalOptions {
  workspace?: string;
}

/** Options of `relayctl invitations send`. */
export interface SendInvitationOptions extends InvitationOptions {
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
  printSent(options, sent);
}

/** Sends an open invitation again, with a new token and another seven days. */
export async function resendInvitation(options: InvitationOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  printSent(options, await change<SentInvitation>(api, 'resend', options, wanted));
}

/** Takes an open invitation back: its token is dead. */
export async function revokeInvitation(options: InvitationOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const revoked = await change<{ invitation: Invitation }>(api, 'revoke', options, wanted);
  const email = sanitiseLine(revoked.invitation.email);
  printResult(options.json, revoked, () => `The invitation of ${email} is revoked.`);
}

async function change<Answer>(
  api: Api,
  verb: 'resend' | 'revoke',
  { workspace }: InvitationOptions,
  wanted: string,
): Promise<Answer> {
  const workspaceId = await chooseWorkspace(api, workspace);
  const { invitation_id } = await findOpenInvitation(api, workspaceId, wanted);
  return explainRefusal(
    api.post<Answer>(`console/${verb}/invitation`, { invitation_id }),
    'state_conflict',
    NO_OPEN_INVITATION,
  );
}

function printSent({ json }: GlobalOptions, sent: SentInvitation): void {
  sayToken(sent);
  printResult(json, sent, () => describeInvitation(sent.invitation));
}
