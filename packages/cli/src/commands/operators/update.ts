import { EXIT, ExitError } from '../../errors';
import type { Operator } from '@chat-relay/server/wire/operators';
import { describeOperator, findOperator } from '../../relay/operators';
import type { Api } from '../../relay/api';
import { workspaceTenants } from '../../relay/tenants';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { listDiff } from '../../terminal/list-diff';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { settingsOf, type OperatorSettings, type OperatorSettingsOptions } from './settings';

/** Changes the given settings. Before a list is replaced, shows what is removed and added. */
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
  const found = await findOperator(api, workspaceId, wanted);
  const { operator_id } = found;
  const settings = await settingsOf(api, workspaceId, options);
  if (!options.json) await showReplaced(api, workspaceId, found, settings);
  const { operator } = await api.post('console/update/operator', {
    ...settings,
    operator_id,
  });
  printResult(options.json, { operator }, () => describeOperator(operator));
}

async function showReplaced(
  api: Api,
  workspaceId: string,
  { display_name, tenant_ids, routing_keys }: Operator,
  settings: OperatorSettings,
): Promise<void> {
  const name = sanitiseLine(display_name);
  if (settings.tenant_ids) {
    const tenants = await workspaceTenants(api, workspaceId);
    const names = new Map(tenants.map((one) => [one.tenant_id, one.tenant_name]));
    const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id);
    say(`Tenants of ${name}:\n${listDiff(namesOf(tenant_ids), namesOf(settings.tenant_ids))}`);
  }
  if (settings.routing_keys) {
    const everyKey = (keys: readonly string[]) => (keys.length === 0 ? ['every key'] : keys);
    const diff = listDiff(everyKey(routing_keys), everyKey(settings.routing_keys));
    say(`Routing keys of ${name}:\n${diff}`);
  }
}
