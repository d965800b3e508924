import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { printList, type WorkspaceListOptions } from '../print-list';

/** Lists the operators of a workspace and their presence. */
export async function operators(options: WorkspaceListOptions): Promise<void> {
  const { api } = requireLogin(options);
  await printList(
    api,
    {
      route: 'console/fetch/operators',
      plural: 'operators',
      query: { workspace_id: await chooseWorkspace(api, options.workspace) },
      columns: {
        NAME: (operator) => operator.display_name,
        PRESENCE: (operator) => operator.presence,
        SINCE: (operator) => operator.presence_since ?? '',
        TENANTS: (operator) => String(operator.tenant_ids.length),
        ROUTING: (operator) => operator.routing_keys.join(' '),
        ID: (operator) => operator.operator_id,
      },
    },
    options,
  );
}
