import type { Route } from '../../platform/http/route';
import { callerOf, consoleRoutesFor } from '../../workspaces/principal';
import type { Knowledge } from './documents';
import {
  createDocumentBody,
  documentAnswer,
  documentName,
  documentsAnswer,
  documentsQuery,
  updateDocumentBody,
} from './schemas';
import { documentView, listedView } from './view';
import type { KnowledgeResponses } from './wire';

const consoleRoute = consoleRoutesFor<KnowledgeResponses>();
const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export function knowledgeRoutes({ knowledge }: { knowledge: Knowledge }): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/knowledge-documents',
      summary: 'The documents that a tenant’s bot answers from, without their content',
      query: documentsQuery,
      answer: documentsAnswer,
      handle: async ({ query, principal }) => {
        const { rows, nextCursor } = await knowledge.list(principal.accountId, query);
        return { knowledge_documents: rows.map(listedView), next_cursor: nextCursor };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/knowledge-document',
      summary: 'One document, by its id or by tenant_id and external_id',
      query: documentName,
      answer: documentAnswer,
      handle: async ({ query, principal }) => {
        const row = await knowledge.get(principal.accountId, query);
        return { knowledge_document: documentView(row) };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/create/knowledge-document',
      summary: 'Add a document in Markdown, which the bot answers from at once',
      body: createDocumentBody,
      bodyLimit: 'body_tenant_bytes',
      answer: documentAnswer,
      status: 201,
      idempotent: { secrets: [] },
      handle: async (call) => ({
        knowledge_document: documentView(await knowledge.create(callerOf(call), call.body)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/update/knowledge-document',
      summary: 'Change a document; what is not given stays',
      body: updateDocumentBody,
      bodyLimit: 'body_tenant_bytes',
      answer: documentAnswer,
      handle: async (call) => ({
        knowledge_document: documentView(await knowledge.update(callerOf(call), call.body)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/remove/knowledge-document',
      summary: 'Remove a document; the bot no longer answers from it',
      body: documentName,
      answer: documentAnswer,
      handle: async (call) => ({
        knowledge_document: documentView(await knowledge.remove(callerOf(call), call.body)),
      }),
    }),
  ];
}
