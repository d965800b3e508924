import { findMember, NO_MEMBER } from '../../relay/members';
import { explainRefusal } from '../../relay/refusals';
import { assertRole } from '../../relay/roles';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

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
    api.post('console/update/member', { workspace_id, account_id, role }),
    'not_found',
    NO_MEMBER,
  );
  printResult(
    options.json,
    { member },
    () => `${sanitiseLine(member.email)} is ${member.role} now.`,
  );
}
