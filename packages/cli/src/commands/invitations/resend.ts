import { printSentInvitation } from '../../relay/invitations';
import { changeOpenInvitation, type InvitationOptions } from './open-invitation';

/** Sends an open invitation again, with a new token and another seven days. */
export async function resendInvitation(options: InvitationOptions, wanted: string): Promise<void> {
  const sent = await changeOpenInvitation('resend', options, wanted);
  printSentInvitation(sent, options.json);
}
