import type { Route } from '../../platform/http/route';
import { callerOf, consoleRoutesFor } from '../../workspaces/principal';
import { importAnswer, importBody } from './schemas';
import type { ImportConversations } from './service';
import type { ImportResponses } from './wire';

const consoleRoute = consoleRoutesFor<ImportResponses>();

export function importRoutes(deps: { importConversations: ImportConversations }): Route[] {
  return [
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      bodyLimit: 'body_tenant_bytes',
      method: 'POST',
      path: '/console/import/conversations',
      summary: 'Bring in conversations that were had in another product; a repeat changes nothing',
      body: importBody,
      answer: importAnswer,
      handle: async (call) => {
        const results = await deps.importConversations(callerOf(call), call.body);
        return {
          conversations: results.map(({ externalId, outcome, conversationId }) => ({
            external_id: externalId,
            outcome,
            conversation_id: conversationId,
          })),
        };
      },
    }),
  ];
}
