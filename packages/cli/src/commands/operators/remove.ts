import { findOperator } from '../../relay/operators';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface RemoveOperatorOptions extends GlobalOptions {
  workspace?: string;
  yes?: boolean;
}

/** Removes an operator from the inbox; the account stays a member. */
export async function removeOperator(
  options: RemoveOperatorOptions,
  wanted: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const workspaceId = await chooseWorkspace(api, options.workspace);
  const { operator_id, display_name } = await findOperator(api, workspaceId, wanted);
  const name = sanitiseLine(display_name);
  if (!options.yes) {
    await confirmByName(
      `This will take the inbox from ${name} at once. The account will stay a member.`,
      display_name,
    );
  }
  const removed = await api.post('console/remove/operator', {
    operator_id,
  });
  printResult(options.json, removed, () => `Removed ${name} from the operators.`);
}
