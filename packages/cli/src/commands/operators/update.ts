import { EXIT, ExitError } from '../../errors';
import { describeOperator, findOperator, type Operator } from '../../relay/operators';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { printResult } from '../../terminal/output';
import { settingsOf, type OperatorSettingsOptions } from './settings';

/** Changes only the given settings. */
export async function updateOperator(
  options: OperatorSettingsOptions,
  wanted: string,
): Promise<void> {
  const { name, tenant, routingKey, capacity } = options;
  if ([name, tenant, routingKey, capacity].every((each) => each === undefined)) {
    const message = 'Nothing to change: give --name, --tenant, --routing-key or --capacity.';
    throw new ExitError(EXIT.usage, message);
  }
  const { api } = requireLogin(options);
  const workspaceId = await chooseWorkspace(api, options.workspace);
  const { operator_id } = await findOperator(api, workspaceId, wanted);
  const settings = await settingsOf(api, workspaceId, options);
  const { operator } = await api.post<{ operator: Operator }>('console/update/operator', {
    ...settings,
    operator_id,
  });
  printResult(options.json, { operator }, () => describeOperator(operator));
}
