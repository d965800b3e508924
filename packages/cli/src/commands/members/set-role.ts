import { confirmByName } from '../../terminal/confirm';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { findMember, NO_MEMBER, type Member } from '../../relay/members';
import { printResult } from '../../terminal/output';
import { explainRefusal } from '../../relay/refusals';
import { assertRole } from '../../relay/roles';
import { sanitiseLine } from '../../terminal/sanitise';
import { chooseWorkspace } from '../../relay/workspaces';

/** Options of `relayctl members set-role`. */
export interface SetRoleOptions extends GlobalOptions {
  workspace?: string;
}

/** Gives a member another role. */
export async function setRole(
  options: SetRoleOptions,
  wanted: string,
  role: string,
): Promise<void> {
  assertRole(role);
  const { api } = requireLogin(options);
  const workspace_id = await chooseWorkspace(api, options.workspace);
  const { account_id } = await findMember(api, workspace_id, wanted);
  const { member } = await explainRefusal(
    api.post<{ member: Member }>('console/update/member', { workspace_id, account_id, role }),
    'not_found',
    NO_MEMBER,
  );
  printResult(
    options.json,
    { member },
    () => `${sanitiseLine(member.email)} is ${member.role} now.`,
  );
}

/** Options of `relayctl members remove`. */
export interface RemoveMemberOptions extends SetRoleOptions {
  yes?: boolean;
}

/** Takes a member out of a workspace, as an operator of it too. */
export async function removeMember(options: RemoveMemberOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const workspace_id = await chooseWorkspace(api, options.workspace);
  const member = await findMember(api, workspace_id, wanted);
  const { account_id, email } = member;
  if (!options.yes) {
    const who = `${sanitiseLine(member.display_name)} <${sanitiseLine(email)}>`;
    await confirmByName(`${who} loses the workspace and its inbox at once.`, email);
  }
  await explainRefusal(
    api.post('console/remove/member', { workspace_id, account_id }),
    'not_found',
    NO_MEMBER,
  );
  printResult(options.json, { member }, () => `${sanitiseLine(email)} is no member any more.`);
}
