import type { Api } from '../../relay/api';
import { confirmByName } from '../../terminal/confirm';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { EXIT, ExitError } from '../../errors';
import { describeInvitation, sayToken, type SentInvitation } from '../../relay/invitations';
import { describeOperator, findOperator, type Operator } from '../../relay/operators';
import { printResult } from '../../terminal/output';
import { explainRefusal } from '../../relay/refusals';
import { findTenantIds } from '../../relay/tenants';
import { sanitiseLine } from '../../terminal/sanitise';
import { chooseWorkspace } from '../../relay/workspaces';

/** Options of `relayctl operators create` and `relayctl operators update`. */
export interface OperatorSettingsOptions extends GlobalOptions {
  name?: string;
  tenant?: string[];
  routingKey?: string[];
  capacity?: number;
  workspace?: string;
}

type Created = { operator: Operator } | ({ operator: null } & SentInvitation);

/** Makes a member an operator; a stranger is invited as one. */
export async function createOperator(
  options: OperatorSettingsOptions,
  email: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const workspace_id = await chooseWorkspace(api, options.workspace);
  const settings = await settingsOf(api, workspace_id, options);
  const created = await explainRefusal(
    api.post<Created>('console/create/operator', { ...settings, workspace_id, email }),
    'state_conflict',
    `${sanitiseLine(email)} is an operator already: relayctl operators update changes one.`,
  );
  if (created.operator === null) sayToken(created);
  printResult(options.json, created, () =>
    created.operator === null
      ? describeInvitation(created.invitation)
      : describeOperator(created.operator),
  );
}

/** Changes what was given and nothing else. */
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

/** Options of `relayctl operators remove`. */
export interface RemoveOperatorOptions extends GlobalOptions {
  workspace?: string;
  yes?: boolean;
}

/** Takes an operator out of the inbox; the account stays a member. */
export async function removeOperator(
  options: RemoveOperatorOptions,
  wanted: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const workspaceId = await chooseWorkspace(api, options.workspace);
  const { operator_id, display_name } = await findOperator(api, workspaceId, wanted);
  const name = sanitiseLine(display_name);
  if (!options.yes) {
    await confirmByName(`${name} leaves the inbox at once, and stays a member.`, display_name);
  }
  const removed = await api.post<{ operator: Operator }>('console/remove/operator', {
    operator_id,
  });
  printResult(options.json, removed, () => `${name} is no operator any more.`);
}

async function settingsOf(
  api: Api,
  workspaceId: string,
  { name, tenant, routingKey, capacity }: OperatorSettingsOptions,
): Promise<object> {
  return {
    ...(name !== undefined && { display_name: name }),
    ...(tenant && { tenant_ids: await findTenantIds(api, workspaceId, tenant) }),
    ...(routingKey && { routing_keys: routingKey.join() === 'none' ? [] : routingKey }),
    ...(capacity !== undefined && { capacity }),
  };
}
