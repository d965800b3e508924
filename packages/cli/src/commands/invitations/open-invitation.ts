import type { ResponseTo } from '@chat-relay/server/wire';
import { findOpenInvitation, NO_OPEN_INVITATION } from '../../relay/invitations';
import { explainRefusal } from '../../relay/refusals';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';

/** Options of `relayctl invitation resend` and `revoke`. */
export interface InvitationOptions extends GlobalOptions {
  workspace?: string;
}

/** Resends or revokes an open invitation, found by its address or id. */
export async function changeOpenInvitation<Verb extends 'resend' | 'revoke'>(
  verb: Verb,
  options: InvitationOptions,
  wanted: string,
): Promise<ResponseTo<`console/${Verb}/invitation`>> {
  const { api } = requireLogin(options);
  const workspaceId = await chooseWorkspace(api, options.workspace);
  const { invitation_id } = await findOpenInvitation(api, workspaceId, wanted);
  return explainRefusal(
    api.post<`console/${Verb}/invitation`>(`console/${verb}/invitation`, { invitation_id }),
    'state_conflict',
    NO_OPEN_INVITATION,
  );
}
