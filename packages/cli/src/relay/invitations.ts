import type { Invitation, SentInvitation } from '@chat-relay/server/wire/workspaces';
import { printResult, say } from '../terminal/output';
import { pickOne } from '../terminal/pick-one';
import { sanitiseLine } from '../terminal/sanitise';
import type { Api } from './api';
import { readItems } from '@chat-relay/desk/relay/listing';

/** The message for an invitation that was used or revoked, or does not exist. */
export const NO_OPEN_INVITATION =
  'No open invitation has this address or id. relayctl invitation list shows them.';

/** Finds the open invitation with that address or id: neither used nor revoked. */
export async function findOpenInvitation(
  api: Api,
  workspaceId: string,
  wanted: string,
): Promise<Invitation> {
  const query = { workspace_id: workspaceId };
  const address = { route: 'console/fetch/invitations', plural: 'invitations', query } as const;
  const { items } = await readItems(api, address, { most: Infinity });
  const open = items.filter(({ status }) => status === 'pending' || status === 'expired');
  return pickOne(open, wanted, {
    idOf: ({ invitation_id }) => invitation_id,
    nameOf: ({ email }) => email,
    noun: ['open invitation', 'open invitations'],
    label: 'address',
    hint: 'relayctl invitation list shows them.',
  });
}

/** Prints the token, if no mail takes it to the invited person. */
export function sayToken({
  dev_invite_token: token,
}: Pick<SentInvitation, 'dev_invite_token'>): void {
  if (typeof token !== 'string') return;
  say('This relay runs in local mode without mail. Pass the token on yourself.');
  say(`  ${sanitiseLine(token)}`);
}

export function describeInvitation({ email, role, expires_at }: Invitation): string {
  return `${sanitiseLine(email)} is invited as ${role}, until ${expires_at.slice(0, 10)}.`;
}

/** Prints a sent invitation, with its token if no mail takes it there. */
export function printSentInvitation(sent: SentInvitation, isJson: boolean | undefined): void {
  sayToken(sent);
  printResult(isJson, sent, () => describeInvitation(sent.invitation));
}
