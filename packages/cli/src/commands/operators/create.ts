import { describeInvitation, sayToken } from '../../relay/invitations';
import { describeOperator } from '../../relay/operators';
import { explainRefusal } from '../../relay/refusals';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { settingsOf, type OperatorSettingsOptions } from './settings';

/** Makes a member an operator. An address that is no member is invited as one. */
export async function createOperator(
  options: OperatorSettingsOptions,
  email: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const workspace_id = await chooseWorkspace(api, options.workspace);
  const settings = await settingsOf(api, workspace_id, options);
  const created = await explainRefusal(
    api.post('console/create/operator', { ...settings, workspace_id, email }),
    'state_conflict',
    `${sanitiseLine(email)} is an operator already. To change an operator, use relayctl operator update.`,
  );
  if (created.operator === null) sayToken(created);
  printResult(options.json, created, () =>
    created.operator === null
      ? describeInvitation(created.invitation)
      : describeOperator(created.operator),
  );
}
