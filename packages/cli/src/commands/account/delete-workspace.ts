import type { AccountAnswer } from '@chat-relay/console/desk/relay/account';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

/** Options of `relayctl workspace delete`. */
export interface DeleteWorkspaceOptions extends GlobalOptions {
  yes?: boolean;
}

/** Deletes a workspace without tenants. */
export async function deleteWorkspace(
  options: DeleteWorkspaceOptions,
  wanted: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const workspace_id = await chooseWorkspace(api, wanted);
  const { memberships } = await api.get<AccountAnswer>('console/fetch/account');
  const name = memberships.find((one) => one.workspace_id === workspace_id)?.workspace_name ?? '';
  const shown = sanitiseLine(name);
  if (!options.yes) {
    const consequence = `${shown} is deleted at once, with its members, invitations and replies.`;
    await confirmByName(consequence, name);
  }
  await api.post('console/delete/workspace', { workspace_id, name });
  printResult(options.json, { workspace_id }, () => `${shown} is deleted.`);
}
