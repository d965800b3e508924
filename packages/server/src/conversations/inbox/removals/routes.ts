import type { Route } from '../../../platform/http/route';
import { callerOf, consoleRoutesFor } from '../../../workspaces/principal';
import { messageView } from '../../journal/views';
import { removedMessageAnswer, removeMessageBody } from './schemas';
import type { RemoveMessage } from './service';
import type { ConversationResponses } from '../../wire';

const consoleRoute = consoleRoutesFor<ConversationResponses>();

export function removalRoutes({ removeMessage }: { removeMessage: RemoveMessage }): Route[] {
  return [
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      method: 'POST',
      path: '/console/remove/message',
      summary: 'Take a message back out of sight: its words and files are deleted, its place stays',
      body: removeMessageBody,
      answer: removedMessageAnswer,
      handle: async (call) => ({
        message: messageView(await removeMessage(callerOf(call), call.body)),
      }),
    }),
  ];
}
