import { findWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface DeleteWorkspaceOptions extends GlobalOptions {
  yes?: boolean;
}

/** Deletes a workspace without tenants. */
export async function deleteWorkspace(
  options: DeleteWorkspaceOptions,
  wanted: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const { workspace_id, workspace_name: name } = await findWorkspace(api, wanted);
  const shown = sanitiseLine(name);
  if (!options.yes) {
    await confirmByName(
      `This will delete ${shown} at once, with its members, invitations and replies.`,
      name,
    );
  }
  await api.post('console/delete/workspace', { workspace_id, name });
  printResult(options.json, { workspace_id }, () => `Deleted ${shown}.`);
}
