import { findMember, NO_MEMBER } from '../../relay/members';
import { explainRefusal } from '../../relay/refusals';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface RemoveMemberOptions extends GlobalOptions {
  workspace?: string;
  yes?: boolean;
}

/** Removes a member from a workspace; a member who is an operator is no operator any more, either. */
export async function removeMember(options: RemoveMemberOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const workspace_id = await chooseWorkspace(api, options.workspace);
  const member = await findMember(api, workspace_id, wanted);
  const { account_id, email } = member;
  if (!options.yes) {
    const who = `${sanitiseLine(member.display_name)} <${sanitiseLine(email)}>`;
    await confirmByName(`This will take the workspace and its inbox from ${who} at once.`, email);
  }
  await explainRefusal(
    api.post('console/remove/member', { workspace_id, account_id }),
    'not_found',
    NO_MEMBER,
  );
  printResult(options.json, { member }, () => `Removed ${sanitiseLine(email)} from the workspace.`);
}
