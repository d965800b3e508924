import { requireLogin } from '../context';
import { printList, type ListOptions } from '../listing';
import { chooseWorkspace } from '../workspaces';

/** Options of the commands that list what a workspace holds. */
export interface WorkspaceListOptions extends ListOptions {
  workspace?: string;
}

interface Operator {
  operator_id: string;
  display_name: string;
  tenant_ids: string[];
  routing_keys: string[];
  capacity: number;
  presence: string;
}

/** The operators of a workspace, and whether they are there. */
export async function operators(options: WorkspaceListOptions): Promise<void> {
  const { api } = requireLogin(options);
  await printList<Operator>(
    api,
    {
      route: 'console/fetch/operators',
      plural: 'operators',
      query: { workspace_id: await chooseWorkspace(api, options.workspace) },
      columns: {
        NAME: (operator) => operator.display_name,
        PRESENCE: (operator) => operator.presence,
        TENANTS: (operator) => String(operator.tenant_ids.length),
        ROUTING: (operator) => operator.routing_keys.join(' '),
        ID: (operator) => operator.operator_id,
      },
    },
    options,
  );
}
