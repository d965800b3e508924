import { chooseTenant } from '../../relay/tenants';
import { requireLogin } from '../../session/context';
import { sanitiseLine } from '../../terminal/sanitise';
import { printList, type ListOptions } from '../print-list';

export interface BlocksOptions extends ListOptions {
  tenant?: string;
}

/** Lists a tenant's blocks, the newest first. */
export async function listBlocks(options: BlocksOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  await printList(
    api,
    {
      route: 'console/fetch/blocks',
      plural: 'blocks',
      query: { tenant_id },
      columns: {
        SINCE: ({ created_at }) => created_at,
        KIND: ({ kind }) => kind,
        WHO: ({ user_id, conversation_id }) => sanitiseLine(user_id ?? conversation_id ?? ''),
        UNTIL: ({ ends_at }) => ends_at ?? 'lifted',
        BY: ({ created_by }) => sanitiseLine(created_by),
        REASON: ({ reason }) => sanitiseLine(reason),
        ID: ({ block_id }) => block_id,
      },
    },
    options,
  );
}
