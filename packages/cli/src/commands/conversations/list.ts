import type { Row } from '@chat-relay/desk/wire';
import { findTenant } from '../../relay/tenants';
import { requireLogin } from '../../session/context';
import { sanitiseLine } from '../../terminal/sanitise';
import { printList, type ListOptions } from '../print-list';

export interface ConversationsOptions extends ListOptions {
  tenant?: string;
  status?: string;
  tag?: string;
  query?: string;
}

/** Lists conversations, the latest first. */
export async function listConversations(options: ConversationsOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant, status, tag, query } = options;
  await printList(
    api,
    {
      route: 'console/fetch/conversations',
      plural: 'conversations',
      query: {
        ...(tenant !== undefined && { tenant_id: (await findTenant(api, tenant)).tenant_id }),
        ...(status !== undefined && { status }),
        ...(tag !== undefined && { tag }),
        ...(query !== undefined && { q: query }),
      },
      columns: {
        LATEST: (row) => row.last_message_at ?? '',
        STATUS: (row) => row.status,
        OPERATOR: (row) => row.operator_display_name ?? '',
        TAGS: ({ tags }) => sanitiseLine(tags.join(', ')),
        ...(query === undefined
          ? { MESSAGE: (row: Row) => sanitiseLine(row.last_message?.preview ?? '') }
          : { MATCH: matchLine }),
        ID: (row) => row.conversation_id,
      },
    },
    options,
  );
}

/** Shows the field in which a search found its words, with an excerpt. */
function matchLine({ match }: Row): string {
  return match ? sanitiseLine(`${match.field}: ${match.excerpt}`) : '';
}
