import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { changeOpenInvitation, type InvitationOptions } from './open-invitation';

/** Revokes an open invitation, so that its token is not valid any more. */
export async function revokeInvitation(options: InvitationOptions, wanted: string): Promise<void> {
  const revoked = await changeOpenInvitation('revoke', options, wanted);
  const email = sanitiseLine(revoked.invitation.email);
  printResult(options.json, revoked, () => `Revoked the invitation of ${email}.`);
}
