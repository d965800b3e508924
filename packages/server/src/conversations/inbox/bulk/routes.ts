import { AppError } from '../../../platform/errors';
import type { Route } from '../../../platform/http/route';
import { consoleRoutesFor, type ConsolePrincipal } from '../../../workspaces/principal';
import type { StoredConversation } from '../../journal/store';
import { inboxRow } from '../../journal/views';
import type { Inbox } from '../service';
import type { BulkAction, BulkResult } from '../../wire';
import { bulkAnswer, bulkBody } from './schemas';
import type { ConversationResponses } from '../../wire';

const consoleRoute = consoleRoutesFor<ConversationResponses>();

/** Conversations of one request that are changed at the same time: other requests get their turn in between. */
const AT_ONCE = 10;

export function bulkRoutes({ inbox }: { inbox: Pick<Inbox, 'forMany'> }): Route[] {
  return [
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      method: 'POST',
      path: '/console/update/conversations',
      summary: 'Claim, resolve, transfer or tag up to 100 conversations, each for itself',
      body: bulkBody,
      answer: bulkAnswer,
      handle: async ({ principal, body }) => {
        const { conversation_ids: ids, action } = body;
        const many = await inbox.forMany(principal);
        const results: BulkResult[] = [];
        for (let first = 0; first < ids.length; first += AT_ONCE) {
          const some = ids.slice(first, first + AT_ONCE);
          results.push(
            ...(await Promise.all(
              some.map((id) => resultOf(id, perform(many, principal, id, action))),
            )),
          );
        }
        return { results };
      },
    }),
  ];
}

function perform(
  inbox: Inbox,
  principal: ConsolePrincipal,
  id: string,
  action: BulkAction,
): Promise<StoredConversation> {
  switch (action.type) {
    case 'claim':
      return inbox.claim(principal, id);
    case 'resolve':
      return inbox.resolve(principal, id);
    case 'transfer': {
      const { operator_id: operatorId, force: isForced } = action;
      return inbox.transfer(principal, id, { operatorId, isForced });
    }
    case 'tag':
      return inbox.addTags(principal, id, action.tags);
  }
}

/** A refusal is the result of its conversation. Any other error fails the request; a repeat does the rest. */
async function resultOf(id: string, work: Promise<StoredConversation>): Promise<BulkResult> {
  try {
    const { session, state } = await work;
    return { conversation_id: id, conversation: inboxRow(session, state) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, data } = error;
    return { conversation_id: id, error: { code, message, ...data } };
  }
}
