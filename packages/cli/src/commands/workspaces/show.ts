import { findWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

/** Shows one workspace of the account, and the account's role in it. */
export async function showWorkspace(options: GlobalOptions, wanted: string): Promise<void> {
  const workspace = await findWorkspace(requireLogin(options).api, wanted);
  const { workspace_id, workspace_name, role } = workspace;
  printResult(options.json, { workspace }, () =>
    [
      sanitiseLine(workspace_name),
      `  ${'id'.padEnd(9)}  ${workspace_id}`,
      `  ${'your role'.padEnd(9)}  ${role}`,
    ].join('\n'),
  );
}
