import { readItems } from '@chat-relay/console/desk/relay/listing';
import { EXIT, ExitError } from '../../errors';
import { explainRefusal } from '../../relay/refusals';
import { asFastAsAllowed } from '../../relay/retry';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitise, sanitiseLine } from '../../terminal/sanitise';
import { printList, type ListOptions } from '../print-list';
import { readFolder, type FileDocument } from './folder';

interface Document {
  knowledge_document_id: string;
  external_id: string | null;
  title: string;
  sha256: string;
  bytes: number;
}

/** Options of `relayctl knowledge list`. */
export interface ListKnowledgeOptions extends ListOptions {
  tenant?: string;
}

/** Options of `relayctl knowledge sync`. */
export interface SyncOptions extends GlobalOptions {
  tenant?: string;
  dryRun?: boolean;
}

const listing = (tenantId: string) => ({
  route: 'console/fetch/knowledge-documents',
  plural: 'knowledge_documents',
  query: { tenant_id: tenantId },
});

/** The documents that a tenant's bot answers from. */
export async function listKnowledge(options: ListKnowledgeOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const columns = {
    TITLE: ({ title }: Document) => title,
    PATH: ({ external_id }: Document) => external_id ?? '',
    BYTES: ({ bytes }: Document) => String(bytes),
    ID: ({ knowledge_document_id }: Document) => knowledge_document_id,
  };
  await printList<Document>(api, { ...listing(tenant_id), columns }, options);
}

/** One document with its text. */
export async function showKnowledge(options: GlobalOptions, id: string): Promise<void> {
  const { api } = requireLogin(options);
  const route = 'console/fetch/knowledge-document';
  const answer = await found(
    api.get<{ knowledge_document: { content: string } }>(route, {
      query: { knowledge_document_id: id },
    }),
  );
  printResult(options.json, answer, () => sanitise(answer.knowledge_document.content));
}

/** Removes a document. */
export async function removeKnowledge(options: GlobalOptions, id: string): Promise<void> {
  const { api } = requireLogin(options);
  const route = 'console/remove/knowledge-document';
  const answer = await found(
    api.post<{ knowledge_document: Document }>(route, { knowledge_document_id: id }),
  );
  const { title } = answer.knowledge_document;
  printResult(options.json, answer, () => `Removed "${sanitiseLine(title)}".`);
}

/**
 * Makes a tenant's documents those of a folder, by path and hash. Documents without an `external_id` are left alone.
 * Each file is one call, so a sync that was ended is finished by the next one.
 */
export async function syncKnowledge(options: SyncOptions, folder: string): Promise<void> {
  const files = readFolder(folder);
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const { items } = await readItems<Document>(api, listing(tenant_id), { most: Infinity });
  const stored = new Map(items.map((document) => [document.external_id, document]));
  const paths = new Set(files.map(({ external_id }) => external_id));
  const added = files.filter(({ external_id }) => !stored.has(external_id));
  const changed = files.filter((file) => isChanged(file, stored.get(file.external_id)));
  const removed = items.filter(({ external_id: path }) => path !== null && !paths.has(path));

  if (!options.dryRun) {
    for (const { sha256: _, ...file } of added) {
      await asFastAsAllowed(() =>
        api.post('console/create/knowledge-document', { tenant_id, ...file }),
      );
    }
    for (const { sha256: _, ...file } of changed) {
      await asFastAsAllowed(() =>
        api.post('console/update/knowledge-document', { tenant_id, ...file }),
      );
    }
    for (const { knowledge_document_id } of removed) {
      await asFastAsAllowed(() =>
        api.post('console/remove/knowledge-document', { knowledge_document_id }),
      );
    }
  }
  const pathsOf = (documents: readonly Pick<Document, 'external_id'>[]): string[] =>
    documents.map(({ external_id: path }) => path ?? '');
  const result = { added: pathsOf(added), changed: pathsOf(changed), removed: pathsOf(removed) };
  const all = Object.entries(result).flatMap(([what, of]) => of.map((path) => `${what} ${path}`));
  printResult(options.json, result, () =>
    all.length === 0 ? 'In step: nothing to change.' : all.map(sanitiseLine).join('\n'),
  );
  if (options.dryRun && all.length > 0) {
    throw new ExitError(EXIT.failed, 'Not in step. Without --dry-run, relayctl changes this.');
  }
}

function isChanged(file: FileDocument, stored: Document | undefined): boolean {
  return stored !== undefined && (stored.sha256 !== file.sha256 || stored.title !== file.title);
}

function found<Answer>(call: Promise<Answer>): Promise<Answer> {
  const message = 'Document not found, or you have no access. relayctl knowledge lists them.';
  return explainRefusal(call, 'not_found', message);
}
