import type { ListedDocument } from '@chat-relay/server/wire/bots/knowledge';
import { explainRefusal } from '../../relay/refusals';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitise, sanitiseLine } from '../../terminal/sanitise';
import { printList, type ListOptions } from '../print-list';
import { listing } from './listing';

export interface ListKnowledgeOptions extends ListOptions {
  tenant?: string;
}

/** Lists the documents that a tenant's bot answers from. */
export async function listKnowledge(options: ListKnowledgeOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const columns = {
    TITLE: ({ title }: ListedDocument) => title,
    PATH: ({ external_id }: ListedDocument) => external_id ?? '',
    BYTES: ({ bytes }: ListedDocument) => String(bytes),
    ID: ({ knowledge_document_id }: ListedDocument) => knowledge_document_id,
  };
  await printList(api, { ...listing(tenant_id), columns }, options);
}

/** Shows a document with its text. */
export async function showKnowledge(options: GlobalOptions, id: string): Promise<void> {
  const { api } = requireLogin(options);
  const route = 'console/fetch/knowledge-document';
  const answer = await found(
    api.get(route, {
      query: { knowledge_document_id: id },
    }),
  );
  printResult(options.json, answer, () => sanitise(answer.knowledge_document.content));
}

export async function removeKnowledge(options: GlobalOptions, id: string): Promise<void> {
  const { api } = requireLogin(options);
  const route = 'console/remove/knowledge-document';
  const answer = await found(api.post(route, { knowledge_document_id: id }));
  const { title } = answer.knowledge_document;
  printResult(options.json, answer, () => `Removed "${sanitiseLine(title)}".`);
}

function found<Answer>(call: Promise<Answer>): Promise<Answer> {
  const message = 'Document not found, or you have no access. relayctl knowledge lists them.';
  return explainRefusal(call, 'not_found', message);
}
