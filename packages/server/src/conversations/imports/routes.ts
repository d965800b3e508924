import type { Route } from '../../platform/http/route';
import { callerOf, consoleRoute } from '../../workspaces/principal';
import { importAnswer, importBody, type ImportBody } from './schemas';
import type { ImportConversations } from './service';

export function importRoutes(deps: { importConversations: ImportConversations }): Route[] {
  return [
    consoleRoute<ImportBody>({
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
